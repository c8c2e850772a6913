import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributionProblems, readKeys } from '../../testing/distributionProblems.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { distribution } from './distribution.ts'
import { withClient } from './withClient.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** The problems of the schema after a change, which is rolled back. */
const problemsAfter = (change: string, placements: Parameters<typeof distributionProblems>[1] = distribution) =>
  withClient(database.ownerUrl, async (client) => {
    await client.query(`begin; ${change}`)
    try {
      return distributionProblems(await readKeys(client), placements)
    } finally {
      await client.query('rollback')
    }
  })

describe('the placement of tables', () => {
  it('is kept by the schema', async () => {
    expect(await problemsAfter('')).toEqual([])
  })
  it.each([
    ['create table strays (id uuid primary key)', 'strays has no placement'],
    ['drop table cart_limits', 'cart_limits has a placement and does not exist'],
    ['create unique index by_mid on operations (mode, mid)', 'operations: the unique key by_mid lacks merchant_id'],
    ['alter table carts drop constraint carts_pkey, add primary key (operation_id)', 'carts: the unique key carts_pkey lacks merchant_id'],
    [
      'create unique index ids on captures (merchant_id, mode, id); alter table voids add capture uuid, add shop uuid, add constraint of_capture foreign key (shop, mode, capture) references captures (merchant_id, mode, id)',
      'voids: the foreign key of_capture to captures does not carry merchant_id',
    ],
    [
      'alter table voids add constraint of_capture foreign key (merchant_id, mode, id) references captures (merchant_id, mode, id) on delete set null',
      'voids: the foreign key of_capture to captures would clear merchant_id',
    ],
    [
      'alter table report_queue add constraint of_report foreign key (merchant_id, mode, object_id) references reports (merchant_id, mode, id)',
      'report_queue: the foreign key of_report to reports leads to a distributed table',
    ],
    [
      'alter table refunds add constraint of_upload foreign key (key_id) references uploads (id)',
      'refunds: the foreign key of_upload to uploads leads to a table that is not on each server',
    ],
    [
      'alter table merchants add constraint of_upload foreign key (billing_changed_by) references uploads (id) on delete set null',
      'merchants: the foreign key of_upload to uploads would change copies when a local row is deleted or changed',
    ],
    [
      `create function enqueue() returns trigger language plpgsql as $$ begin perform tell(); return null; end $$;
       create function tell() returns void language sql as $$ insert into privacy_queue values (gen_random_uuid(), 'live', gen_random_uuid()) $$;
       create trigger enqueues after insert on voids for each row execute function enqueue()`,
      'voids: the trigger enqueues writes to privacy_queue',
    ],
  ])('is breached by “%s”', async (change, problem) => {
    expect(await problemsAfter(change)).toEqual([problem])
  })
  it('of a local table needs a reason', async () => {
    expect(await problemsAfter('', { ...distribution, uploads: 'local: ' })).toContain('uploads is local without a reason')
  })
})
