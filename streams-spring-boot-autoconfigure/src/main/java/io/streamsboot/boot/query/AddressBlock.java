package io.streamsboot.boot.query;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A block of IP addresses, or a single one. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AddressBlock(byte[] address, int bits) {

    private static final Pattern SHAPE = Pattern.compile("[0-9.]+(/\\d{1,3})?|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(/\\d{1,3})?");

    static boolean looksLike(String text) {
        return SHAPE.matcher(text).matches();
    }

    static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        byte[] address;
        try {
            // A literal is not looked up.
            address = InetAddress.getByName(literal).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + text + "' is no block of addresses", e);
        }
        int bits = slash < 0 ? address.length * 8 : Integer.parseInt(text.substring(slash + 1));
        if (bits > address.length * 8) {
            throw new IllegalArgumentException("'" + text + "' has more than " + address.length * 8 + " bits");
        }
        return new AddressBlock(address, bits);
    }

    boolean contains(InetAddress candidate) {
        byte[] other = candidate.getAddress();
        if (other.length != address.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((address[bit / 8] & mask) != (other[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }
}
