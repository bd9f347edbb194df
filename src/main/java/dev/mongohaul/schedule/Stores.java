package dev.mongohaul.schedule;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.RepositoryDatabase;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.core.env.Environment;

/** Beans of the stored slots, which reports and notifications need too. */
public final class Stores implements BeanRegistrar {

    @Override
    public void register(BeanRegistry beans, Environment environment) {
        beans.registerBean(
                Slots.class,
                bean -> bean.lazyInit()
                        .supplier(context -> new Slots(
                                context.bean(RepositoryDatabase.class).database(), context.bean(RetryBudget.class))));
        beans.registerBean(
                PendingNotifications.class,
                bean -> bean.lazyInit()
                        .supplier(context -> new PendingNotifications(
                                context.bean(RepositoryDatabase.class).database(), context.bean(RetryBudget.class))));
    }
}
