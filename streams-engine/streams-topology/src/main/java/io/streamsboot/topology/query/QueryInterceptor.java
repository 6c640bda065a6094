package io.streamsboot.topology.query;

import java.util.function.Supplier;

/** Stands around each question, as to measure it. Called in the asker's thread; thread-safe. */
@FunctionalInterface
public interface QueryInterceptor {

    /**
     * Lets a question be answered.
     *
     * @param request the question
     * @param next answers it
     * @return the answer
     */
    QueryResult around(QueryRequest request, Supplier<QueryResult> next);
}
