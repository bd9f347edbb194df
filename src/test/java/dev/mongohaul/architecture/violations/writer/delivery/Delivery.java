package dev.mongohaul.architecture.violations.writer.delivery;

/** Part of the delivery of chunks, which no writer may know. */
public class Delivery {}
