package io.streamsboot.core;

/** Finds what an exception began with. */
public final class RootCause {

    /** Chains that are longer than this, or run in a circle, are cut. */
    private static final int MAX_DEPTH = 100;

    private RootCause() {}

    /**
     * The last cause in an exception's chain.
     *
     * @param failure the exception
     * @return the exception itself if it has no cause
     */
    public static Throwable of(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            Throwable cause = root.getCause();
            if (cause == null) {
                break;
            }
            root = cause;
        }
        return root;
    }
}
