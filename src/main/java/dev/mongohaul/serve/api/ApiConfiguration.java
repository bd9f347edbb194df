package dev.mongohaul.serve.api;

import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configuration of the API. A parameter that an operation does not have is a mistake, as an unknown field of a body is. */
@Configuration(proxyBeanMethods = false)
@Import({Starts.class, JobApi.class, ImportApi.class, RunApi.class, SlotApi.class, StartApi.class, ApiErrors.class})
public class ApiConfiguration implements WebMvcConfigurer {

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new HandlerInterceptor() {
                    @Override
                    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                        if (handler instanceof HandlerMethod operation) {
                            requireKnown(request, parameters(operation));
                        }
                        return true;
                    }
                })
                .addPathPatterns(ApiJson.PATH + "/**");
    }

    private static List<String> parameters(HandlerMethod operation) {
        return Arrays.stream(operation.getMethodParameters())
                .filter(parameter -> parameter.hasParameterAnnotation(RequestParam.class))
                .map(MethodParameter::getParameter)
                .map(parameter -> parameter.getName())
                .toList();
    }

    private static void requireKnown(HttpServletRequest request, List<String> known) {
        request.getParameterMap().keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw ApiJson.wrong("There is no parameter \"%s\" here%s; %s"
                            .formatted(
                                    Printable.excerpt(name),
                                    NearestName.hint(name, known),
                                    known.isEmpty() ? "none is allowed" : "allowed are " + String.join(", ", known)));
                });
    }
}
