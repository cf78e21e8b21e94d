import { expect, it } from 'vitest';
import { airline } from '../../schemas/airline/domain.ts';
import { retail } from '../../schemas/retail/domain.ts';
import { replayTask } from '../../src/annotate/index.ts';
import type { Domain } from '../../src/define/index.ts';
import { loadDatabase, readTasks } from '../../src/formats/index.ts';
import { describeWithShared, sharedPath } from '../shared.ts';

/** Gold calls of retail that its own tools refuse: 19 reads, and 4 writes that change what is graded. */
const REFUSED_IN_RETAIL = [
  '2/1 read get_product_details',
  '3/1 read get_product_details',
  '4/1 read get_product_details',
  '12/4 write return_delivered_order_items',
  '13/4 write return_delivered_order_items',
  '21/5 read get_product_details',
  '21/6 read get_product_details',
  '21/8 read get_product_details',
  '35/0 read find_user_id_by_email',
  '37/0 read find_user_id_by_email',
  '38/0 read find_user_id_by_email',
  '39/0 read find_user_id_by_name_zip',
  '46/1 read get_order_details',
  '46/2 read get_order_details',
  '47/1 read get_order_details',
  '47/2 read get_order_details',
  '54/0 read find_user_id_by_email',
  '55/0 read find_user_id_by_email',
  '64/6 write exchange_delivered_order_items',
  '67/0 read find_user_id_by_name_zip',
  '67/1 read find_user_id_by_name_zip',
  '68/0 read find_user_id_by_name_zip',
  '105/0 write exchange_delivered_order_items',
];

const DOMAINS: readonly [string, Domain, number, number, readonly string[]][] = [
  ['airline', airline, 50, 148, []],
  ['retail', retail, 114, 553, REFUSED_IN_RETAIL],
];

describeWithShared('gold of the first τ²-bench release', () => {
  it.each(DOMAINS)(
    'of %s is replayed, and its failing calls are listed',
    (_name, domain, tasks, actions, failing) => {
      const database = loadDatabase(domain, sharedPath(`oracles/tau2/${domain.name}/db.json.gz`));
      const list = readTasks(sharedPath(`oracles/tau2/${domain.name}/tasks.json`));
      expect(list.format).toBe('tau2-bench');
      expect(list.tasks).toHaveLength(tasks);
      let replayed = 0;
      const failures = list.tasks.flatMap((task) => {
        const result = replayTask(domain, database, task, { dialect: 'tau2' });
        if (!result.ok) throw new Error(`task ${task.id} has no gold outcome`);
        replayed += result.task.gold.steps.length;
        return result.task.failures.map(
          ({ action, evidence }) => `${task.id}/${action} ${evidence?.effect} ${evidence?.tool}`,
        );
      });
      expect(replayed).toBe(actions);
      expect(failures).toEqual(failing);
    },
  );
});
