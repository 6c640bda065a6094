package io.streamsboot.workflow.journal.redis;

import io.lettuce.core.ScriptOutputType;
import io.streamsboot.workflow.journal.redis.RedisLink.Script;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The two things that happen in one go on the server.
 *
 * <p>A token is the server's time in microseconds, but greater than the last one; numbers of that size are exact in Lua.
 * A lease that is older than the token of a writer was forgotten by a server that took over from another: the writer puts
 * its own in its place.
 */
final class Scripts {

    /** Keys: lease. Arguments: expiry in milliseconds. Answers the token. */
    static final Script TAKE = script(ScriptOutputType.INTEGER, """
            local last = tonumber(redis.call('GET', KEYS[1]) or '0')
            local now = redis.call('TIME')
            local token = math.max(last + 1, tonumber(now[1]) * 1000000 + tonumber(now[2]))
            redis.call('SET', KEYS[1], string.format('%.0f', token), 'PX', ARGV[1])
            return token
            """);

    /**
     * Keys: lease, directory of buckets, buckets. Arguments: token, expiry in milliseconds; then for each bucket its
     * number, how many fields and values follow, those, how many fields to delete follow, those.
     */
    static final Script WRITE = script(ScriptOutputType.STATUS, """
            local held = tonumber(redis.call('GET', KEYS[1]) or '0')
            if held > tonumber(ARGV[1]) then
                return redis.error_reply('FENCED ' .. string.format('%.0f', held) .. ' follows ' .. ARGV[1])
            end
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            local at = 3
            local function each(command, key)
                local last = at + tonumber(ARGV[at])
                at = at + 1
                while at <= last do
                    local to = math.min(last, at + 1999)
                    redis.call(command, key, unpack(ARGV, at, to))
                    at = to + 1
                end
            end
            for i = 3, #KEYS do
                local bucket = ARGV[at]
                at = at + 1
                each('HSET', KEYS[i])
                each('HDEL', KEYS[i])
                if redis.call('PEXPIRE', KEYS[i], ARGV[2]) == 1 then
                    redis.call('SADD', KEYS[2], bucket)
                else
                    redis.call('SREM', KEYS[2], bucket)
                end
            end
            redis.call('PEXPIRE', KEYS[2], ARGV[2])
            return redis.status_reply('OK')
            """);

    private Scripts() {}

    private static Script script(ScriptOutputType output, String text) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return new Script(text, HexFormat.of().formatHex(sha), output);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
