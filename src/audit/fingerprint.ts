import type { Finding } from '../base/finding/index.ts';

/** What makes two findings the same from one run to the next: where they are, not how they are worded. */
export function fingerprint({ code, task, action, argument, evidence, message }: Finding): string {
  const place = [code, task ?? '', action === undefined ? '' : String(action), argument ?? ''];
  // A domain's finding has no task or action to go by.
  if (task === undefined) place.push(String(evidence?.place ?? evidence?.clause ?? message));
  return place.join('|');
}
