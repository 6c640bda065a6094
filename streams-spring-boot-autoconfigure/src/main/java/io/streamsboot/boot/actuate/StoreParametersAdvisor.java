package io.streamsboot.boot.actuate;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Gives {@link StreamsStoresEndpoint} all parameters of a request. An operation sees only those that it declares, takes
 * several values of one name for a list in one text, and never learns of a misspelled one, which would change the question.
 */
public final class StoreParametersAdvisor implements OperationInvokerAdvisor {

    private static final EndpointId ENDPOINT = EndpointId.of(StreamsStoresEndpoint.ID);

    private final ObjectProvider<StreamsStoresEndpoint> endpoint;

    /**
     * A new advisor.
     *
     * @param endpoint the endpoint, looked up with each request
     */
    public StoreParametersAdvisor(ObjectProvider<StreamsStoresEndpoint> endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public OperationInvoker apply(
            EndpointId endpointId, OperationType operation, OperationParameters parameters, OperationInvoker invoker) {
        if (!endpointId.equals(ENDPOINT)) {
            return invoker;
        }
        return parameters.hasParameters() ? this::query : invoker;
    }

    private Object query(InvocationContext context) {
        Map<String, Object> arguments = new TreeMap<>(context.getArguments());
        Object topology = arguments.remove("topology");
        Object store = arguments.remove("store");
        return endpoint.getObject().query(String.valueOf(topology), String.valueOf(store), arguments);
    }
}
