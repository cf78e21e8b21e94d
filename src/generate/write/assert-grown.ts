import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/finding/index.ts';
import type { Domain } from '../../define/index.ts';
import { type Format, isText } from '../encode/format.ts';
import { closeText } from '../encode/text.ts';
import { readManifest } from '../manifest.ts';
import type { OutputFolder } from './output-folder.ts';
import { sameStart } from './same-start.ts';

/**
 * Earlier rows keep their bytes: each old file, up to its closing, is how the new one begins.
 * @throws UserError when it is not, as after an edit by hand
 */
export async function assertGrown(domain: Domain, folder: OutputFolder): Promise<void> {
  const old = readManifest(folder.path);
  for (const [table, { rows, files }] of Object.entries(old?.tables ?? {})) {
    for (const { file, format, bytes } of files) {
      if (rows === 0 || !isText(format as Format) || !existsSync(join(folder.work, file))) continue;
      const kept = bytes - closeText(format as Format, rows).length;
      if (await sameStart(join(folder.work, file), join(folder.path, file), kept)) continue;
      throw new UserError(
        `Cannot grow table "${table}" of database "${domain.name}": its rows are not those that were generated`,
        {
          at: join(folder.path, file),
          hint: 'generate into another folder, and carry the edits over as plants of tasks',
        },
      );
    }
  }
}
