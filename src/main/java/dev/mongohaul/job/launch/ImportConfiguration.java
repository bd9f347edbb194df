package dev.mongohaul.job.launch;

import com.mongodb.client.MongoClient;
import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.job.step.BatchJobFactory;
import dev.mongohaul.job.worker.Distribution;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.batch.BatchRepository;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.repository.worker.WorkerStore;
import java.util.Objects;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Beans of imports, in addition to a {@link MongoConnections} bean. They are registered without annotations and without
 * auto-configuration, whose search would slow down short commands, and created when they are first used.
 */
public final class ImportConfiguration implements BeanRegistrar {

    @Override
    public void register(BeanRegistry beans, Environment environment) {
        properties(beans, environment, RepositoryProperties.class);
        properties(beans, environment, ImportProperties.class);
        properties(beans, environment, BrokerProperties.class);
        beans.registerBean(
                RepositoryDatabase.class,
                bean -> bean.lazyInit().supplier(context -> {
                    MongoConnections connections = context.bean(MongoConnections.class);
                    MongoClient client = connections.repository().client();
                    return new RepositoryDatabase(client.getDatabase(
                            connections.repository().address().database()));
                }));
        beans.registerBean(
                RetryBudget.class,
                bean -> bean.lazyInit()
                        .supplier(context -> new RetryBudget(
                                context.bean(ImportProperties.class).rideThrough())));
        beans.registerBean(
                ImportPlans.class,
                bean -> bean.lazyInit().supplier(context -> {
                    ImportPlans plans = new ImportPlans(
                            context.bean(RepositoryDatabase.class).database(), context.bean(RetryBudget.class));
                    plans.createIndexes();
                    return plans;
                }));
        beans.registerBean(
                WorkerStore.class,
                bean -> bean.lazyInit()
                        .supplier(context -> new WorkerStore(
                                context.bean(RepositoryDatabase.class).database())));
        beans.registerBean(
                RejectStore.class,
                bean -> bean.lazyInit()
                        .supplier(context -> new RejectStore(
                                context.bean(RepositoryDatabase.class).database(), context.bean(RetryBudget.class))));
        beans.registerBean(
                JobRepository.class,
                bean -> bean.lazyInit()
                        .supplier(context -> BatchRepository.create(
                                context.bean(RepositoryDatabase.class),
                                context.bean(RepositoryProperties.class),
                                context.bean(ImportPlans.class),
                                context.bean(RetryBudget.class))));
        beans.registerBean(RunControl.class, BeanRegistry.Spec::lazyInit);
        beans.registerBean(ImportLauncher.class, BeanRegistry.Spec::lazyInit);
        beans.registerBean(UndoLauncher.class, BeanRegistry.Spec::lazyInit);
        beans.registerBean(BatchJobFactory.class, BeanRegistry.Spec::lazyInit);
        beans.registerBean(Distribution.class, BeanRegistry.Spec::lazyInit);
        beans.registerBean(RejectFiles.class, BeanRegistry.Spec::lazyInit);
        beans.registerBean(Runs.class, BeanRegistry.Spec::lazyInit);
    }

    /** Registers a record of properties with their values in the environment. */
    private static <T> void properties(BeanRegistry beans, Environment environment, Class<T> type) {
        String prefix = Objects.requireNonNull(type.getAnnotation(ConfigurationProperties.class))
                .value();
        beans.registerBean(
                type,
                bean -> bean.lazyInit()
                        .supplier(context -> Binder.get(environment).bindOrCreate(prefix, type)));
    }
}
