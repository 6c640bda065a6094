package io.streamsboot.boot.autoconfigure.actuate;

import java.util.List;

/** What somebody might send who means no good, or mistypes. None of it may end in an error of the server. */
final class HostileInputs {

    private static final String LONG = "x".repeat(3_000);

    /** Questions to a store of strings that are refused. */
    static final List<String> INVALID = List.of(
            "?kye=plain",
            "?key=a&key=b",
            "?limit=1&limit=2",
            "?cursor=a&cursor=b",
            "?limit=0",
            "?limit=-1",
            "?limit=10001",
            "?limit=99999999999999999999",
            "?limit=1e3",
            "?limit=",
            "?limit=%00",
            "?limit=0x10",
            "?order=up",
            "?order=ASC",
            "?order=",
            "?count=yes",
            "?count=true&key=a",
            "?count=true&limit=5",
            "?prefix=a&key=b",
            "?prefix=a&order=desc",
            "?prefix=a&from=b",
            "?key=a&from=b",
            "?key=a&to=b",
            "?from=b&to=a",
            "?from=%F0%9F%98%80&to=a",
            "?timeFrom=yesterday",
            "?timeFrom=2026-13-45T00:00:00Z",
            "?timeFrom=99999999999999999999",
            "?timeFrom=-1",
            "?timeTo=%2B1000000000-12-31T23:59:59Z",
            "?timeFrom=2026-01-02T00:00:00Z&timeTo=2026-01-01T00:00:00Z",
            "?timeFrom=0&from=a",
            "?timeFrom=0",
            "?asOf=0",
            "?key=a&asOf=now",
            "?key=a&asOf=0&history=true",
            "?key=a&asOf=0&timeFrom=0",
            "?history=true",
            "?key=a&history=maybe",
            "?key=a&timeFrom=0",
            "?key=a&order=asc",
            "?timeout=-1",
            "?timeout=PT1H",
            "?timeout=PT-1S",
            "?timeout=forever",
            "?timeout=60001",
            "?maxStaleness=-1",
            "?maxStaleness=few",
            "?maxStaleness=99999999999999999999",
            "?minPosition=words",
            "?minPosition=words:0",
            "?minPosition=words:0:x",
            "?minPosition=:0:1",
            "?minPosition=words:0:1,",
            "?minPosition=words:99999999999:1",
            "?prefix=a&minPosition=words:0:1",
            "?count=true&minPosition=words:0:1",
            "?partition=-1",
            "?partition=2",
            "?partition=0,1,x",
            "?partition=",
            "?partition=99999999",
            "?partial=1",
            "?cursor=",
            "?cursor=garbage",
            "?cursor=%00%00",
            "?cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "?cursor=" + LONG,
            "?keyFormat=hex",
            "?key=%21%21&keyFormat=serialized",
            "?isolation=READ_COMMITTED",
            "?key=a&isolation=READ_COMMITTED",
            "?key=a&isolation=read_committed",
            "?key=a&isolation=SERIALIZABLE",
            "?isolation=");

    /** Keys that are strange, and not there. */
    static final List<String> ABSENT = List.of(
            "?key=",
            "?key=%00",
            "?key=%0A%0D",
            "?key=..%2F..%2Fetc%2Fpasswd",
            "?key=%27%20OR%201%3D1--",
            "?key=%3Cscript%3E",
            "?key=%F0%9F%98%80",
            "?key=${jndi:ldap://localhost/a}".replace("{", "%7B").replace("}", "%7D"),
            "?key=" + LONG,
            "?key=" + "%E2%80%8B".repeat(50));

    /** Paths to nothing, and text that is no UTF-8, which some servers refuse by themselves. */
    static final List<String> NOT_THERE = List.of(
            "/all",
            "/all/table/more",
            "/all/table?key=%FF%FE",
            "/all/table?topology=other&key=a",
            "/all/table?store=other&store=table",
            "/all/..%2Ftable?key=a",
            "/%2e%2e/table?key=a",
            "/all/%00?key=a",
            "/all/table%20?key=a",
            "/ALL/TABLE?key=a",
            "/all;x=y/nothing?key=a");

    private HostileInputs() {}
}
