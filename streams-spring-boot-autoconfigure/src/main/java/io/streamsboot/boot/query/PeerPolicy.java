package io.streamsboot.boot.query;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which addresses may be asked. They come from the metadata of a group, which anybody in the group can write, so a request
 * to each would let a stranger choose where this instance connects to. Immutable.
 */
public final class PeerPolicy {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]{1,253}");

    /** Services that hand out credentials to whoever asks from inside; those of link-local addresses are not named. */
    private static final List<AddressBlock> METADATA = List.of(
            AddressBlock.parse("100.100.100.200/32"),
            AddressBlock.parse("192.0.0.192/32"),
            AddressBlock.parse("fd00:ec2::254/128"),
            AddressBlock.parse("168.63.129.16/32"));

    private static final List<AddressBlock> PRIVATE = List.of(
            AddressBlock.parse("10.0.0.0/8"),
            AddressBlock.parse("172.16.0.0/12"),
            AddressBlock.parse("192.168.0.0/16"),
            AddressBlock.parse("100.64.0.0/10"),
            AddressBlock.parse("fc00::/7"));

    private final List<AddressBlock> blocks;
    private final List<String> names;
    private final boolean open;

    /**
     * A new policy.
     *
     * @param allowed addresses, blocks of addresses ({@code 10.1.0.0/16}), names and endings of names
     *     ({@code *.example.org}); empty for all private addresses
     * @throws IllegalArgumentException if one is none of these
     */
    public PeerPolicy(List<String> allowed) {
        this.open = allowed.isEmpty();
        this.blocks = allowed.stream()
                .filter(AddressBlock::looksLike)
                .map(AddressBlock::parse)
                .toList();
        this.names = allowed.stream()
                .filter(entry -> !AddressBlock.looksLike(entry))
                .map(entry -> entry.toLowerCase(Locale.ROOT))
                .toList();
        for (String name : names) {
            if (!HOST.matcher(name.startsWith("*.") ? name.substring(2) : name).matches()) {
                throw new IllegalArgumentException(
                        "'" + name + "' is no address, no block of addresses and no name of a host");
            }
        }
    }

    /**
     * Checks a host.
     *
     * @param host name or address
     * @param ownIsLoopback whether this instance itself is reached by a loopback address, so that others may be
     * @return the address to connect to
     * @throws RefusedPeerException if it must not be asked, or is not known
     */
    public InetAddress check(String host, boolean ownIsLoopback) {
        if (!HOST.matcher(host).matches()) {
            throw new RefusedPeerException("'" + shown(host) + "' is no name of a host");
        }
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new RefusedPeerException("host '" + shown(host) + "' is not known");
        }
        for (InetAddress address : addresses) {
            check(host, address, ownIsLoopback);
        }
        return addresses[0];
    }

    private void check(String host, InetAddress address, boolean ownIsLoopback) {
        if (address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || isIn(METADATA, address)) {
            throw new RefusedPeerException("address " + address.getHostAddress() + " of '" + shown(host)
                    + "' is never asked: it is link-local, a group's, or a metadata service's");
        }
        boolean allowed = open
                ? (address.isLoopbackAddress() && ownIsLoopback) || isIn(PRIVATE, address)
                : isNamed(host) || isIn(blocks, address);
        if (!allowed) {
            throw new RefusedPeerException("address " + address.getHostAddress() + " of '" + shown(host)
                    + "' is not among those that may be asked: add it to streams.queries.peers.allowed");
        }
    }

    private static boolean isIn(List<AddressBlock> blocks, InetAddress address) {
        for (AddressBlock block : blocks) {
            if (block.contains(address)) {
                return true;
            }
        }
        return false;
    }

    private boolean isNamed(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return names.stream()
                .anyMatch(name -> name.startsWith("*.") ? lower.endsWith(name.substring(1)) : lower.equals(name));
    }

    private static String shown(String host) {
        return host.length() > 80 ? host.substring(0, 80) + "…" : host;
    }
}
