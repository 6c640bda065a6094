package io.streamsboot.benchmarks.queries;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A connection that is kept alive. As little as HTTP can be: what a client costs is paid by all contestants alike, on the
 * same processors, and would make them look alike. Not thread-safe.
 */
final class Connection implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String host;

    Connection(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        this.in = new BufferedInputStream(socket.getInputStream(), 8_192);
        this.out = socket.getOutputStream();
        this.host = "localhost:" + port;
    }

    /** A status and a body. */
    record Response(int status, String body) {}

    Response get(String path) throws IOException {
        out.write(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAccept: application/json\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        String first = line();
        int status = Integer.parseInt(first.substring(9, 12));
        int length = 0;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).trim());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.endsWith("chunked");
            }
        }
        return new Response(status, chunked ? chunks() : read(length));
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            int length = Integer.parseInt(line().trim(), 16);
            body.append(read(length));
            line();
            if (length == 0) {
                return body.toString();
            }
        }
    }

    private String read(int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection was closed");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
