/** A test that fell; `late`: by a time limit and nothing else, which on a busy machine says nothing of the code. */
export type FallenTest = { name: string; late: boolean }

type Report = {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

const isLate = (message: string) => /\b(?:Test|Hook) timed out in \d+\s?ms/.test(message)

/** The tests that fell, out of the runner's JSON report; a file that fell as a whole, its hooks included, goes by its first line. */
export function fallenTests(report: unknown): FallenTest[] {
  const { testResults } = report as Report // the runner's own file
  return testResults.flatMap(({ message, assertionResults }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: fullName, late: failureMessages.length > 0 && failureMessages.every(isLate) })),
    ...(message === '' ? [] : [{ name: message.split('\n')[0] ?? '', late: isLate(message) }]),
  ])
}

/** Those of `fallen` that are not in `others`, by their names. */
export const without = (fallen: readonly FallenTest[], others: readonly FallenTest[]): FallenTest[] =>
  fallen.filter(({ name }) => !others.some((other) => other.name === name))

/** Those of `fallen` that are in `others` too, by their names. */
export const within = (fallen: readonly FallenTest[], others: readonly FallenTest[]): FallenTest[] =>
  fallen.filter(({ name }) => others.some((other) => other.name === name))
