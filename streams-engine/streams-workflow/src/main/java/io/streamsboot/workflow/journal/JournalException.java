package io.streamsboot.workflow.journal;

import org.jspecify.annotations.Nullable;

/** A journal cannot do what it was asked for. The subclass says what is to be done. */
public abstract class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private JournalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Why, as a word for logs and metrics. */
    public abstract String reason();

    /** The journal is not there: whoever needs it waits, however long it takes. */
    public static final class Unavailable extends JournalException {

        private static final long serialVersionUID = 1L;

        public Unavailable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public String reason() {
            return "store_unavailable";
        }
    }

    /** The journal is there but fails: worth to be tried again, but not for ever. */
    public static final class Failing extends JournalException {

        private static final long serialVersionUID = 1L;

        public Failing(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public String reason() {
            return "store_failing";
        }
    }

    /** The journal will never take this entry: too large, for example. The run is to blame. */
    public static final class Rejected extends JournalException {

        private static final long serialVersionUID = 1L;

        public Rejected(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        @Override
        public String reason() {
            return "store_rejected";
        }
    }

    /** Another owner has taken the partition over. */
    public static final class Fenced extends JournalException {

        private static final long serialVersionUID = 1L;

        public Fenced(String message) {
            super(message, null);
        }

        @Override
        public String reason() {
            return "store_fenced";
        }
    }
}
