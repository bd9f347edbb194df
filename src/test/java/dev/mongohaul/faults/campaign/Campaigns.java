package dev.mongohaul.faults.campaign;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** All campaigns by their names. */
public final class Campaigns {

    private static final Map<String, Supplier<Campaign>> ALL = new TreeMap<>();

    static {
        ALL.put("kill", KillCampaign::new);
    }

    private Campaigns() {}

    public static Campaign named(String name) {
        Supplier<Campaign> campaign = ALL.get(name);
        if (campaign == null) {
            throw new IllegalArgumentException("-Dfaults=" + name + " is none of " + names());
        }
        return campaign.get();
    }

    public static Set<String> names() {
        return new TreeSet<>(ALL.keySet());
    }
}
