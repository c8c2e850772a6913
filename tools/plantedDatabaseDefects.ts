import type { PlantedDefect } from './plantedDefect.ts'

/** Defects of the connections to the database: what is lost, repeated, of unknown outcome, or waited for. */
export const databaseDefects: readonly PlantedDefect[] = [
  {
    name: 'an unhandled connection error',
    file: 'server/platform/database/database.ts',
    find: "  pool.on('connect', (client) => client.on('error', onLostConnection))\n",
    replace: '',
    caughtBy: ['server/platform/database/database.slow.test.ts', 'server/sales/operations/connectionFaults.slow.test.ts'],
  },
  {
    name: 'a COMMIT that the system gave up, sent again',
    file: 'server/platform/database/database.ts',
    find: 'if (isLost(client, error) || (committing && !isAnswer(error))) broken',
    replace: 'if (isLost(client, error)) broken',
    caughtBy: ['server/platform/database/sentQueries.test.ts'],
  },
  {
    name: 'an error of another system taken for a lost connection, and the work done again',
    file: 'server/platform/database/database.ts',
    find: 'error instanceof Error && failedOn.get(error) === client && isConnectionError(error)',
    replace: 'error instanceof Error && isConnectionError(error)',
    caughtBy: ['server/platform/database/database.slow.test.ts'],
  },
  {
    name: 'every connection given up for one that was lost',
    file: 'server/platform/database/database.ts',
    find: 'attempt > attemptsAtAny ? lostAt : deadAt',
    replace: 'lostAt || deadAt || attempt',
    caughtBy: ['server/platform/database/database.slow.test.ts'],
  },
  {
    name: 'one lost connection after the other tried',
    file: 'server/platform/database/database.ts',
    find: 'attempt > attemptsAtAny ? lostAt : deadAt',
    replace: 'attempt > maxAttempts ? lostAt : deadAt',
    caughtBy: ['server/platform/database/database.slow.test.ts'],
  },
  {
    name: 'an unknown outcome although COMMIT was never sent',
    file: 'server/platform/database/database.ts',
    find: '      committing = !isUnsent(error)\n',
    replace: '',
    caughtBy: ['server/platform/database/sentQueries.test.ts'],
  },
  {
    name: 'statements that wait on a silent host although another one is the primary',
    file: 'server/platform/database/hosts.ts',
    find: '        leaveOtherHosts(url, this.#index, addresses.length)\n',
    replace: '',
    caughtBy: ['server/platform/database/hosts.test.ts'],
  },
  {
    name: 'new connections that wait for a silent host once more',
    file: 'server/platform/database/database.ts',
    find: '    if (isDead) leaveHostOf(client)\n',
    replace: '',
    caughtBy: ['server/platform/database/hosts.test.ts'],
  },
  {
    name: 'two addresses of one server in DATABASE_URL without a warning',
    file: 'server/platform/database/oneServerTwice.ts',
    find: '({ startedAt }) => startedAt)',
    replace: '({ name }) => name)',
    caughtBy: ['server/platform/database/hosts.test.ts'],
  },
  {
    name: 'a start that ends because its database is still starting',
    file: 'server/platform/database/onceReachable.ts',
    find: 'if (!mayPass(error) || performance.now() >= giveUpAt) throw error',
    replace: 'throw error',
    caughtBy: ['server/platform/database/onceReachable.test.ts'],
  },
  {
    name: 'a start that waits a minute for what waiting does not cure',
    file: 'server/platform/database/onceReachable.ts',
    find: '!mayPass(error) || performance',
    replace: '!(error instanceof Error) || performance',
    caughtBy: ['server/platform/database/onceReachable.test.ts'],
  },
]
