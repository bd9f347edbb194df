package dev.mongohaul.job;

import dev.mongohaul.mapping.layout.ColumnPlace;
import java.util.List;

/** Column of a job's input, as {@link ColumnPlace} describes it. */
public record ContentColumn(String name, String type, List<String> fields) {}
