package io.streamsboot.boot.query;

/** An address that must not be asked. */
final class RefusedPeerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedPeerException(String message) {
        super(message);
    }
}
