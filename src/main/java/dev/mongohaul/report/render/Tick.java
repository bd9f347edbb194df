package dev.mongohaul.report.render;

/** Tick of an axis. */
record Tick(double at, String label) {}
