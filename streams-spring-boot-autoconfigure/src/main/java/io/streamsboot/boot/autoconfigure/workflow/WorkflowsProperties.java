package io.streamsboot.boot.autoconfigure.workflow;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Settings of workflows, by their ids. */
@ConfigurationProperties("streams")
public class WorkflowsProperties {

    /**
     * Settings of single workflows, by their ids.
     */
    private final Map<String, WorkflowProperties> workflows = new LinkedHashMap<>();

    public Map<String, WorkflowProperties> getWorkflows() {
        return workflows;
    }
}
