package dev.mongohaul.serve.api;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configuration of the API. */
@Configuration(proxyBeanMethods = false)
@Import({Starts.class, JobApi.class, ImportApi.class, RunApi.class, StartApi.class, ApiErrors.class})
public class ApiConfiguration {}
