package io.streamsboot.boot.query;

import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The address by which other instances reach this one, known once its server listens. Thread-safe. */
public final class AdvertisedAddress {

    private final @Nullable String host;
    private final @Nullable Integer port;
    private volatile int serverPort;
    private volatile int managementPort;
    private volatile @Nullable String machine;

    /**
     * A new address.
     *
     * @param host name or address that others shall use, or null for one of this machine's
     * @param port port that others shall use, or null for the real one
     */
    public AdvertisedAddress(@Nullable String host, @Nullable Integer port) {
        this.host = host;
        this.port = port;
    }

    /**
     * A server listens.
     *
     * @param listening its port
     * @param management whether it is the management server apart from the application's
     */
    public void listening(int listening, boolean management) {
        if (management) {
            managementPort = listening;
        } else {
            serverPort = listening;
        }
    }

    /**
     * The value of Kafka's {@code application.server}.
     *
     * @return {@code host:port}, or null if nothing listens and no port is set
     */
    public @Nullable String hostAndPort() {
        Integer known = port;
        int real = known != null ? known : managementPort > 0 ? managementPort : serverPort;
        if (real <= 0) {
            return null;
        }
        String name = host == null ? ownAddress() : host;
        return (name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name) + ":" + real;
    }

    /**
     * Whether others reach this instance by a loopback address, so that all are on one machine.
     *
     * @return whether the host is one
     */
    public boolean isLoopback() {
        String name = host;
        if (name == null) {
            return false;
        }
        try {
            return InetAddress.getByName(name).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Looked up once: the system is slow to list its networks, and each answer names the instance. */
    private String ownAddress() {
        String known = machine;
        if (known == null) {
            known = machine();
            machine = known;
        }
        return known;
    }

    private static String machine() {
        try {
            List<InetAddress> addresses = Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                    .filter(AdvertisedAddress::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .toList();
            return Stream.concat(addresses.stream().filter(Inet4Address.class::isInstance), addresses.stream())
                    .findFirst()
                    .orElseGet(InetAddress::getLoopbackAddress)
                    .getHostAddress();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isUp(NetworkInterface network) {
        try {
            return network.isUp();
        } catch (SocketException e) {
            return false;
        }
    }
}
