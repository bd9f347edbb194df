package dev.mongohaul.infer;

import java.io.IOException;

/** Sees the bytes of a sample in their order. */
@FunctionalInterface
public interface StretchVisitor {

    void visit(Stretch stretch) throws IOException;
}
