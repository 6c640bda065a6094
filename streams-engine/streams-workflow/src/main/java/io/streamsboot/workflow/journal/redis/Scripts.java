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
     * Keys: lease, directory of buckets; then for each bucket that of indexes and that of chunks. Arguments: token, expiry
     * in milliseconds, whether to renew it (1 or 0); then for each bucket its number, how many chunks come, how many are
     * to be deleted, those that come as name, index and entries, and names of those to be deleted.
     */
    static final Script WRITE = script(ScriptOutputType.STATUS, """
            local held = tonumber(redis.call('GET', KEYS[1]) or '0')
            local token = tonumber(ARGV[1])
            if held > token then
                return redis.error_reply('FENCED ' .. string.format('%.0f', held) .. ' follows ' .. ARGV[1])
            end
            local renew = ARGV[3] == '1'
            if held < token or renew then
                redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            end
            local at = 4
            for i = 3, #KEYS, 2 do
                local index, chunks, bucket = KEYS[i], KEYS[i + 1], ARGV[at]
                local puts, deletes = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
                at = at + 3
                local fresh = puts > 0 and redis.call('EXISTS', index) == 0
                for _ = 1, puts do
                    redis.call('HSET', index, ARGV[at], ARGV[at + 1])
                    redis.call('HSET', chunks, ARGV[at], ARGV[at + 2])
                    at = at + 3
                end
                local last = at + deletes
                while at < last do
                    local to = math.min(last, at + 2000) - 1
                    redis.call('HDEL', index, unpack(ARGV, at, to))
                    redis.call('HDEL', chunks, unpack(ARGV, at, to))
                    at = to + 1
                end
                if fresh then
                    redis.call('SADD', KEYS[2], bucket)
                elseif puts == 0 and redis.call('EXISTS', index) == 0 then
                    redis.call('SREM', KEYS[2], bucket)
                end
                if fresh or renew then
                    redis.call('PEXPIRE', index, ARGV[2])
                    redis.call('PEXPIRE', chunks, ARGV[2])
                    redis.call('PEXPIRE', KEYS[2], ARGV[2])
                end
            end
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
