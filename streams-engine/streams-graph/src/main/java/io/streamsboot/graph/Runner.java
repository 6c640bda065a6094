package io.streamsboot.graph;

import java.util.Iterator;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

/**
 * Runs a graph over records, wherever they come from. Each run starts from fresh state, and for the same records all give the
 * same results bit for bit. At the end of the input, buffers are emptied and open windows close.
 *
 * <p>A runner is immutable and thread-safe; what a method returns is not. A record whose step fails throws where the result
 * would be taken, and the run can go on behind it; a publisher ends with the error.
 *
 * @param <R> record
 * @param <T> result; a record may have none or several
 */
public interface Runner<R, T> {

    /** Results of records that can be iterated over, lazily. Reads them when the stream is. */
    Stream<T> over(Iterable<? extends R> records);

    /** Results of the records that are left, lazily. */
    Iterator<T> over(Iterator<? extends R> records);

    /** Results of a stream, lazily and one after the other. Closing the result closes the stream. */
    Stream<T> over(Stream<? extends R> records);

    /**
     * Results of a publisher, which is subscribed to anew, with fresh state, for every subscriber. Follows demand: a few records
     * ahead are asked for, never results dropped.
     */
    Flow.Publisher<T> over(Flow.Publisher<? extends R> records);
}
