package dev.mongohaul.report.render;

/** Named value. */
record Fact(String name, String text) {}
