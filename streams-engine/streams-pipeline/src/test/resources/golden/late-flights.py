#!/usr/bin/env python3
"""An independent reference for the pipeline late-flights.yaml: run it over flights.csv, and compare with late-flights.jsonl."""
import csv
import sys
from datetime import datetime, timezone
from decimal import ROUND_HALF_UP, Decimal

for row in csv.DictReader(sys.stdin):
    delay = int(row["delay_minutes"]) if row["delay_minutes"] else None
    if delay is None or delay < 120 or row["origin"] in ("ORD", "ATL"):
        continue
    hours = float(Decimal(repr(delay / 60)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))
    at = int(datetime.fromisoformat(row["departure"]).replace(tzinfo=timezone.utc).timestamp() * 1000)
    print('{"origin":"%s","destination":"%s","late":%d,"hours":%s,"at":%d,"leg":"%s"}'
          % (row["origin"], row["destination"], delay, repr(hours), at, "long" if int(row["distance_miles"]) >= 1000 else "short"))
