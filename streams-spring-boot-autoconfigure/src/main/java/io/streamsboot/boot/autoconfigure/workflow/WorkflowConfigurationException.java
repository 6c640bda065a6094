package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.core.ActionableException;
import org.jspecify.annotations.Nullable;

/** Beans or properties of an application cannot become workflows: the program or its configuration must change. */
public final class WorkflowConfigurationException extends ActionableException {

    private static final long serialVersionUID = 1L;

    WorkflowConfigurationException(String description, String action, @Nullable Throwable cause) {
        super(description, action, cause);
    }
}
