package dev.mongohaul.job.launch;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import com.mongodb.connection.ServerMonitoringMode;
import dev.mongohaul.broker.ArtemisQueue;
import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.broker.PartitionQueue;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.QuickRetries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.prove.Verifier;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.Stores;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.bson.Document;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Program without its command line: the complete Spring context on a real server. */
public final class Program implements AutoCloseable {

    private static final int WRITE_CONFLICT = 112;

    private final ConfigurableApplicationContext context;

    private Program(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts on the test server, with a checkpoint at every chunk. */
    public static Program start(String database) {
        return start(TestServer.uri(), database, "mongohaul.repository.checkpoint-interval=0s");
    }

    /** Starts on the test server, with a checkpoint at every chunk and meters of the imports. */
    static synchronized Program start(String database, ImportMeters meters) {
        MongoAddress address = MongoAddress.parse(withDatabase(TestServer.uri(), database), "test");
        return start(address, Optional.empty(), meters, "mongohaul.repository.checkpoint-interval=0s");
    }

    /** Starts contexts one after another, because parallel starts disturb the logging. */
    public static synchronized Program start(String uri, String database, String... properties) {
        return start(MongoAddress.parse(withDatabase(uri, database), "test"), Optional.empty(), properties);
    }

    /** Starts with a clock that the caller sets. */
    public static synchronized Program at(Clock clock, String uri, String database) {
        return start(
                MongoAddress.parse(withDatabase(uri, database), "test"),
                Optional.empty(),
                ImportMeters.NONE,
                context -> context.registerBean(Clock.class, () -> clock),
                "mongohaul.repository.checkpoint-interval=0s");
    }

    /** Starts with the JobRepository at the second address, if one is given. */
    public static Program start(MongoAddress address, Optional<MongoAddress> repository, String... properties) {
        return start(address, repository, ImportMeters.NONE, properties);
    }

    /** Starts on the test server as a process that shares partitions by a broker. */
    public static Program sharing(String database, BrokerAddress broker, String... properties) {
        return sharing(TestServer.uri(), database, broker, properties);
    }

    /** Starts as a process that shares partitions by a broker. */
    static synchronized Program sharing(String uri, String database, BrokerAddress broker, String... properties) {
        MongoAddress address = MongoAddress.parse(withDatabase(uri, database), "test");
        return start(
                address,
                Optional.empty(),
                ImportMeters.NONE,
                context -> context.registerBean(
                        PartitionQueue.class, () -> new ArtemisQueue(broker, context.getBean(BrokerProperties.class))),
                properties);
    }

    private static Program start(
            MongoAddress address, Optional<MongoAddress> repository, ImportMeters meters, String... properties) {
        return start(address, repository, meters, context -> {}, properties);
    }

    private static Program start(
            MongoAddress address,
            Optional<MongoAddress> repository,
            ImportMeters meters,
            Consumer<GenericApplicationContext> more,
            String... properties) {
        GenericApplicationContext context = new GenericApplicationContext();
        TestPropertyValues.of(properties).applyTo(context);
        context.register(new ImportConfiguration(), new Stores(), (registry, environment) -> {
            registry.registerBean(Pruner.class, BeanRegistry.Spec::lazyInit);
            registry.registerBean(Verifier.class, BeanRegistry.Spec::lazyInit);
        });
        context.registerBean(MongoConnections.class, () -> {
            MongoConnection data = connect(address);
            return MongoConnections.of(
                    List.of(data), repository.map(Program::connect).orElse(data));
        });
        context.registerBean(ImportMeters.class, () -> meters);
        context.getBeanFactory().addBeanPostProcessor(new QuickRetriesOnly());
        more.accept(context);
        try {
            context.refresh();
            return new Program(context);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    /** After a failed command, the next one waits for a check of the server, which polling begins at once. */
    private static MongoConnection connect(MongoAddress address) {
        return MongoConnection.open(
                address,
                MongoConnection.driverSettings(address)
                        .applyToServerSettings(server -> server.serverMonitoringMode(ServerMonitoringMode.POLL)
                                .minHeartbeatFrequency(10, TimeUnit.MILLISECONDS))
                        .build());
    }

    /** Shortens the pauses between retries, not their time. */
    private static final class QuickRetriesOnly implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof RetryBudget retries ? QuickRetries.like(retries) : bean;
        }
    }

    private static String withDatabase(String uri, String database) {
        ConnectionString parsed = new ConnectionString(uri);
        int options = uri.indexOf('?');
        String query = options < 0 ? "" : uri.substring(options);
        return "mongodb://" + String.join(",", parsed.getHosts()) + "/" + database + query;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Runs an import that must be due. */
    public Run run(ImportJob job) {
        return run(job, false);
    }

    public Run run(ImportJob job, boolean again) {
        return bean(Runs.class)
                .find(launch(job, again, new ImportMonitor()).jobExecutionId())
                .orElseThrow();
    }

    /** Runs an import, of which the server accepts only the first chunks. */
    public Run failAfterChunks(int chunks, ImportJob job) {
        return failAfterChunks(chunks, job, false);
    }

    public Run failAfterChunks(int chunks, ImportJob job, boolean again) {
        AtomicReference<Run> failed = new AtomicReference<>();
        FailPoint.on(command(job))
                .errorCode(WRITE_CONFLICT)
                .namespace(database().getName() + "." + job.write().collection())
                .afterFirst(chunks)
                .during(TestServer.client(), () -> failed.set(run(job, again)));
        return failed.get();
    }

    /** Returns the command that writes; of several operations, that of replacements and updates. */
    private static String command(ImportJob job) {
        if (job.write().operations().size() > 1) {
            return "update";
        }
        return switch (job.write().operation()) {
            case INSERT, ADD -> "insert";
            case REPLACE, UPDATE, UPSERT, MERGE, INSERT_AGAIN -> "update";
            case DELETE -> "delete";
        };
    }

    public LaunchResult launch(ImportJob job, ImportMonitor monitor) {
        return launch(job, false, monitor);
    }

    private LaunchResult launch(ImportJob job, boolean again, ImportMonitor monitor) {
        return bean(ImportLauncher.class).launch(job, InputScan.begin(job, monitor), again, monitor);
    }

    /** Returns the stored import of a run. */
    public ImportPlan plan(Run run) {
        return bean(ImportPlans.class).findByInstance(run.importNumber()).orElseThrow();
    }

    public MongoDatabase database() {
        MongoConnections connections = bean(MongoConnections.class);
        return connections
                .data()
                .client()
                .getDatabase(connections.data().address().database());
    }

    public MongoCollection<Document> collection(String name) {
        return database().getCollection(name);
    }

    /** Returns all documents in the order of their ids. */
    public List<Document> documents(String collection) {
        return collection(collection).find().sort(Sorts.ascending("_id")).into(new ArrayList<>());
    }

    @Override
    public void close() {
        context.close();
    }
}
