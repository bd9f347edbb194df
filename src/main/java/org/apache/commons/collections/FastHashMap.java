package org.apache.commons.collections;

import java.util.concurrent.ConcurrentHashMap;

/** Map of commons-beanutils for the properties of a class. */
public final class FastHashMap extends ConcurrentHashMap<Object, Object> {

    private static final long serialVersionUID = 1;

    /** Does nothing: this map is fast for many threads at any time. */
    public void setFast(boolean fast) {}
}
