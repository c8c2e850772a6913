import type { PlantedDefect } from './plantedDefect.ts'

/** Defects of what judges the others: checks at the end of suites, and the choice of the tests of a commit. */
export const testDefects: readonly PlantedDefect[] = [
  {
    name: 'codes of programs in texts that no test notices',
    file: 'domain/testing/rawWords.ts',
    find: 'const found = kinds.flatMap(',
    replace: "const found = kinds.filter(([kind]) => kind !== 'a code').flatMap(",
    caughtBy: ['domain/testing/rawWords.test.ts', 'server/testing/plainWords.test.ts'],
  },
  {
    name: 'notices that no suite reads',
    file: 'server/testing/plainWords.ts',
    find: '    ...notices.flatMap((notice) => ofNotice(notice, config)),\n',
    replace: '',
    caughtBy: ['server/testing/plainWords.test.ts'],
  },
  {
    name: 'an activity log that no suite reads',
    file: 'server/testing/plainWords.ts',
    find: '    ...entries.flatMap(ofEntry),\n',
    replace: '',
    caughtBy: ['server/testing/plainWords.test.ts'],
  },
  {
    name: 'letters that no suite reads',
    file: 'server/testing/plainWords.ts',
    find: 'await storedMail(config, 200)',
    replace: 'await storedMail(config, 0)',
    caughtBy: ['server/testing/plainWords.test.ts'],
  },
  {
    name: 'files in an archive that no suite reads',
    file: 'server/testing/plainWords.ts',
    find: '  return Object.entries(parts).flatMap(([name, part]) => rawWordsOfFile(part).map((found) => `${name}: ${found}`))',
    replace: '  return []',
    caughtBy: ['server/testing/plainWords.test.ts'],
  },
  {
    name: 'tests beside a changed file that a commit does not run',
    file: 'tools/quickTests.ts',
    find: 'folders.has(posix.dirname(path))',
    replace: 'folders.has(path)',
    caughtBy: ['tools/quickTests.test.ts'],
  },
  {
    name: 'tests without a database that a commit does not run',
    file: 'tools/quickTests.ts',
    find: 'if (name === testDatabase) return true',
    replace: "if (name.startsWith('server/')) return true",
    caughtBy: ['tools/quickTests.test.ts'],
  },
  {
    name: 'proofs of the books that tests leave out although one of their tables has rows',
    file: 'server/testing/operations/testBooks.ts',
    find: 'known.length === 0 || known.includes(true)',
    replace: 'known.every((one) => one)',
    caughtBy: ['server/sales/operations/proveBooks.test.ts'],
  },
  {
    name: 'the database of a test that stops it for a while, swept by another run',
    file: 'server/embedded/clusterFolder.ts',
    find: 'keeper !== undefined && processExists(Number(keeper))',
    replace: 'keeper !== undefined && !processExists(Number(keeper))',
    caughtBy: ['server/embedded/clusterFolder.test.ts'],
  },
]
