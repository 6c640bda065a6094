package io.streamsboot.workflow.journal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.streamsboot.workflow.journal.JournalException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "READONLY You can't write against a read only replica.",
                "LOADING Redis is loading the dataset in memory",
                "CLUSTERDOWN The cluster is down",
                "MASTERDOWN Link with MASTER is down",
                "OOM command not allowed when used memory > 'maxmemory'.",
                "MISCONF Redis is configured to save RDB snapshots",
                "NOREPLICAS Not enough good replicas to write.",
                "BUSY Redis is busy running a script.",
                "ERR Error running script (call to f_1): @user_script:5: -OOM command not allowed"
            })
    void aServerThatCannotNowIsWaitedFor(String answer) {
        assertThat(Answers.translated(new CompletionException(new RedisCommandExecutionException(answer))))
                .isInstanceOf(JournalException.Unavailable.class);
    }

    @Test
    void aServerThatIsNotThereIsWaitedFor() {
        assertThat(Answers.translated(new RedisConnectionException("refused")))
                .isInstanceOf(JournalException.Unavailable.class);
        assertThat(Answers.translated(new RedisCommandTimeoutException("late")))
                .isInstanceOf(JournalException.Unavailable.class);
        assertThat(Answers.translated(new RedisException("Connection is closed")))
                .isInstanceOf(JournalException.Unavailable.class);
        assertThat(Answers.translated(new TimeoutException())).isInstanceOf(JournalException.Unavailable.class);
    }

    @Test
    void aServerThatRefusesIsAskedAgainButNotForEver() {
        assertThat(Answers.translated(new RedisCommandExecutionException("WRONGTYPE Operation against a key")))
                .isInstanceOf(JournalException.Failing.class);
        assertThat(Answers.translated(new RedisCommandExecutionException("NOPERM no permission: BUSYNESS")))
                .isInstanceOf(JournalException.Failing.class);
        assertThat(Answers.translated(new IllegalStateException("a defect")))
                .isInstanceOf(JournalException.Failing.class);
    }

    @Test
    void anOwnerThatWasFollowedIsToldSo() {
        assertThat(Answers.translated(new RedisCommandExecutionException("FENCED 2 follows 1")))
                .isInstanceOf(JournalException.Fenced.class);
    }
}
