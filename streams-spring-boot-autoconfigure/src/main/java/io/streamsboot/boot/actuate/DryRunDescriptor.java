package io.streamsboot.boot.actuate;

import io.streamsboot.pipeline.PipelineTester.Failure;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What came of sample rows.
 *
 * @param explain the plan of the pipeline, line by line
 * @param rowsRead rows that were taken
 * @param complete whether these are all; false if it took too long
 * @param rows rows that came out, as JSON, by dataset
 * @param failures rows that would be dead letters, with the reason
 */
public record DryRunDescriptor(
        List<String> explain, int rowsRead, boolean complete, Map<String, List<String>> rows, List<Failure> failures)
        implements OperationResponseBody {}
