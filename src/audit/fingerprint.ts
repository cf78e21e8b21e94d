import type { Finding } from '../base/finding/index.ts';

/** What makes two findings the same from one run to the next: where they are, not how they are worded. */
export function fingerprint({ code, task, action, argument, evidence, message }: Finding): string {
  const place = [code, task ?? '', action === undefined ? '' : String(action), argument ?? ''];
  // A domain's finding has no task or action to go by.
  if (task === undefined) place.push(String(evidence?.place ?? evidence?.clause ?? message));
  return place.join('|');
}

/** The fingerprint of each finding; the second, third, … at one place are numbered, so that none hides behind another. */
export function fingerprints(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const seen = new Map<string, number>();
  return new Map(
    findings.map((finding) => {
      const place = fingerprint(finding);
      const count = (seen.get(place) ?? 0) + 1;
      seen.set(place, count);
      return [finding, count === 1 ? place : `${place}|${count}`];
    }),
  );
}
