package dev.mongohaul.mongo.embedded;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The words for each way in which the embedded server can fail to start: what happened, where, what to do. */
final class StartFailures {

    private final ServerDirectory directory;
    private final long seconds;

    StartFailures(ServerDirectory directory, Duration startTimeout) {
        this.directory = directory;
        this.seconds = startTimeout.toSeconds();
    }

    EmbeddedServerException failed(String said) {
        return new EmbeddedServerException(
                "The embedded MongoDB does not start. Its log is " + directory.log() + ":\n" + said);
    }

    EmbeddedServerException stillStarting(String said) {
        return new EmbeddedServerException("The embedded MongoDB was started but does not listen after " + seconds
                + " s. It may still be recovering its data: try again later. Its log is " + directory.log() + ":\n"
                + said);
    }

    EmbeddedServerException notWritable(int port, @Nullable Throwable cause) {
        return new EmbeddedServerException(
                "The embedded MongoDB on 127.0.0.1:" + port + " does not accept writes within " + seconds
                        + " s. Its log is " + directory.log() + ":\n" + new MongodLog(directory.log()).tail(0),
                cause);
    }

    EmbeddedServerException incompatible(Mongod mongod) {
        String last = directory
                .readRecord()
                .map(ServerRecord::version)
                .map(version -> "MongoDB " + version)
                .orElse("another version of MongoDB");
        return new EmbeddedServerException("The data in " + directory.data() + " were last used by " + last + "; "
                + mongod.executable() + " is MongoDB " + mongod.version() + ", which cannot read them. Set MONGOD to"
                + " the path of a mongod of the version that wrote them, or move " + directory.root()
                + " away to begin with empty data.");
    }

    EmbeddedServerException silent(ServerProcess server, int port) {
        return new EmbeddedServerException("Process " + server.pid() + " (mongod) uses " + directory.data()
                + " but does not answer on 127.0.0.1:" + port + " within " + seconds + " s. If it hangs, end it and"
                + " try again. Its log is " + directory.log() + ".");
    }

    EmbeddedServerException unknownPort(ServerProcess server) {
        return new EmbeddedServerException("Process " + server.pid() + " (mongod) uses " + directory.data()
                + ", but server.json, which names its port, is missing or damaged. End that process and try again.");
    }

    EmbeddedServerException noPort() {
        return new EmbeddedServerException(
                "The embedded MongoDB finds no port: each one that was free was taken before mongod had it. Try again.");
    }
}
