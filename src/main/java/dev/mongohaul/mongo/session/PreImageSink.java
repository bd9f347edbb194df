package dev.mongohaul.mongo.session;

import java.util.List;

/** Store of the pre-images of one import. For any thread. */
public interface PreImageSink {

    /** Returns whether pre-images are kept; not after they have become too large. */
    boolean isOpen();

    /** Saves pre-images before their documents are changed. Of several of one document, the first one stays. */
    void save(List<PreImage> images);
}
