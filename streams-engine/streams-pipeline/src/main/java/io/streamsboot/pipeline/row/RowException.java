package io.streamsboot.pipeline.row;

/**
 * A record's value is no row: not a well-formed JSON object, or beyond a limit. The record is to blame, and has no stack
 * trace, because bad records may be many.
 */
public final class RowException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int offset;

    /**
     * A value that is no row.
     *
     * @param problem what is wrong
     * @param offset bytes before it, from 0
     */
    public RowException(String problem, int offset) {
        super("not a row: " + problem + " at byte " + offset, null, false, false);
        this.offset = offset;
    }

    /**
     * Where it is wrong.
     *
     * @return bytes before it, from 0
     */
    public int offset() {
        return offset;
    }
}
