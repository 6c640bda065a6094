package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.internal.Builtin;
import io.streamsboot.pipeline.expression.internal.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Places on a sphere, in degrees of latitude and longitude; distances in metres. */
final class GeoFunctions {

    /** The mean radius of the earth by IUGG. */
    private static final double RADIUS = 6_371_008.8;

    private static final int MAX_CORNERS = 10_000;

    static final List<Builtin> ALL = List.of(
            Builtin.of(
                    "geoDistance(lat1: number, lon1: number, lat2: number, lon2: number): double",
                    "The length of the great circle between two places, in metres, on a sphere of the earth's mean radius (up to 0.6 % off the ellipsoid).",
                    (a, cost) -> distance(latitude(a, 0), longitude(a, 1), latitude(a, 2), longitude(a, 3)),
                    "round(geoDistance(0, 0, 0, 180) / 1000)",
                    "20015.0"),
            Builtin.of(
                    "geoWithinRadius(lat: number, lon: number, centerLat: number, centerLon: number, meters: number): boolean",
                    "Whether a place is no further than a distance from another.",
                    (a, cost) -> distance(latitude(a, 0), longitude(a, 1), latitude(a, 2), longitude(a, 3))
                            <= Arguments.number(a, 4),
                    "geoWithinRadius(50.03, 8.57, 50.11, 8.68, 15000)",
                    "true"),
            Builtin.of(
                    "geoWithinBox(lat: number, lon: number, south: number, west: number, north: number, east: number): boolean",
                    "Whether a place is in a box, borders included. If west is greater than east, the box crosses the date line.",
                    (a, cost) -> box(a),
                    "geoWithinBox(0, 179, -10, 170, 10, -170)",
                    "true"),
            Builtin.of(
                    "geoWithinPolygon(lat: number, lon: number, corners: list): boolean",
                    "Whether a place is in a polygon of [lat, lon] corners, its border included. Edges are straight in degrees and the shorter way round; the polygon may cross the date line but not contain a pole.",
                    (a, cost) -> polygon(latitude(a, 0), longitude(a, 1), Arguments.list(a, 2, cost)),
                    "geoWithinPolygon(1, 1, [[0, 0], [0, 2], [2, 2], [2, 0]])",
                    "true"),
            Builtin.of(
                    "geoWithinVolume(lat: number, lon: number, altitude: number, corners: list, lowest: number, highest: number): boolean",
                    "Whether a place is in a polygon and its altitude between two others, borders included.",
                    GeoFunctions::volume,
                    "geoWithinVolume(1, 1, 500, [[0, 0], [0, 2], [2, 2]], 0, 1000)",
                    "true"));

    private GeoFunctions() {}

    private static double latitude(@Nullable Object[] a, int index) {
        return degrees(Arguments.number(a, index), 90, "a latitude");
    }

    private static double longitude(@Nullable Object[] a, int index) {
        return degrees(Arguments.number(a, index), 180, "a longitude");
    }

    private static double degrees(double value, double most, String what) {
        if (!(Math.abs(value) <= most)) {
            throw Arguments.domain(what + " is within ±" + (int) most + " degrees, but this is " + value);
        }
        return value;
    }

    /** By the haversine formula, which keeps its precision for small distances. */
    private static double distance(double lat1, double lon1, double lat2, double lon2) {
        double phi1 = Math.toRadians(lat1);
        double phi2 = Math.toRadians(lat2);
        double sinLat = StrictMath.sin((phi2 - phi1) / 2);
        double sinLon = StrictMath.sin(Math.toRadians(lon2 - lon1) / 2);
        double h = sinLat * sinLat + StrictMath.cos(phi1) * StrictMath.cos(phi2) * sinLon * sinLon;
        return 2 * RADIUS * StrictMath.asin(Math.sqrt(Math.min(1, h)));
    }

    private static boolean box(@Nullable Object[] a) {
        double lat = latitude(a, 0);
        double lon = longitude(a, 1);
        double west = longitude(a, 3);
        double east = longitude(a, 5);
        boolean between = west <= east ? (lon >= west && lon <= east) : (lon >= west || lon <= east);
        return between && lat >= latitude(a, 2) && lat <= latitude(a, 4);
    }

    private static Object volume(@Nullable Object[] a, CostMeter cost) {
        double altitude = Arguments.number(a, 2);
        return polygon(latitude(a, 0), longitude(a, 1), Arguments.list(a, 3, cost))
                && altitude >= Arguments.number(a, 4)
                && altitude <= Arguments.number(a, 5);
    }

    private static boolean polygon(double lat, double lon, List<?> corners) {
        if (corners.size() < 3 || corners.size() > MAX_CORNERS) {
            throw Arguments.domain("a polygon has 3 to " + MAX_CORNERS + " corners, but this has " + corners.size());
        }
        double[] lats = new double[corners.size()];
        double[] lons = new double[corners.size()];
        for (int i = 0; i < lats.length; i++) {
            lats[i] = degrees(coordinate(corners.get(i), 0), 90, "a latitude");
            double longitude = degrees(coordinate(corners.get(i), 1), 180, "a longitude");
            lons[i] = i == 0 ? longitude : lons[i - 1] + shortWay(longitude - lons[i - 1]);
        }
        return inside(lat, lon, lats, lons) || inside(lat, lon + 360, lats, lons) || inside(lat, lon - 360, lats, lons);
    }

    private static double shortWay(double degrees) {
        return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
    }

    /** Counts the edges that a ray to the east crosses; a place on an edge is inside. */
    private static boolean inside(double y, double x, double[] ys, double[] xs) {
        boolean inside = false;
        for (int i = 0, j = ys.length - 1; i < ys.length; j = i++) {
            double cross = (xs[i] - xs[j]) * (y - ys[j]) - (ys[i] - ys[j]) * (x - xs[j]);
            boolean between = x >= Math.min(xs[i], xs[j])
                    && x <= Math.max(xs[i], xs[j])
                    && y >= Math.min(ys[i], ys[j])
                    && y <= Math.max(ys[i], ys[j]);
            if (cross == 0 && between) {
                return true;
            }
            if (ys[i] > y != ys[j] > y && x < (xs[j] - xs[i]) * (y - ys[i]) / (ys[j] - ys[i]) + xs[i]) {
                inside = !inside;
            }
        }
        return inside;
    }

    private static double coordinate(@Nullable Object corner, int index) {
        if (corner instanceof List<?> pair && pair.size() == 2 && pair.get(index) instanceof Number number) {
            return number.doubleValue();
        }
        throw Arguments.domain("a corner is a list of latitude and longitude, but this is " + Values.describe(corner));
    }
}
