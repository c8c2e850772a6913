import { stripVTControlCharacters } from 'node:util'

/** A failed test; `late`: only by a timeout, which on a busy machine says nothing about the code. */
export type FallenTest = { name: string; late: boolean }

type Report = {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

const isLate = (message: string) => /\b(?:Test|Hook) timed out in \d+\s?ms/.test(message)

/** The failed tests below a folder in the runner's JSON report; a file that failed as a whole, including its hooks, is reported by its first line, without the folder. */
export function fallenTests(report: unknown, folder: string): FallenTest[] {
  const { testResults } = report as Report // the runner's own file
  const inFolder = testResults.filter(({ name }) => name.startsWith(`${folder}/`))
  return inFolder.flatMap(({ message, assertionResults }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: fullName, late: failureMessages.length > 0 && failureMessages.every(isLate) })),
    ...(message === '' ? [] : [{ name: (message.split('\n')[0] ?? '').replaceAll(folder, ''), late: isLate(message) }]),
  ])
}

/** The tests of `fallen` that are not in `others`, by name. */
export const without = (fallen: readonly FallenTest[], others: readonly FallenTest[]): FallenTest[] =>
  fallen.filter(({ name }) => !others.some((other) => other.name === name))

/** The tests of `fallen` that are also in `others`, by name. */
export const within = (fallen: readonly FallenTest[], others: readonly FallenTest[]): FallenTest[] =>
  fallen.filter(({ name }) => others.some((other) => other.name === name))

/** A failed test as printed at the end of a run: its place, its name, and the first lines of its error. */
const failureText = (where: string, name: string, messages: readonly string[]) =>
  [`${where} › ${name}`, ...stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 12)].join('\n    ')

/** The failed tests of vitest's JSON report; a file that failed as a whole is reported by its own error. */
export function failedTestTitles(report: unknown): string[] {
  if (report === null) return []
  const { testResults } = report as Report // the runner's own file
  return testResults.flatMap(({ name: file, message, assertionResults }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failureText(file, fullName, failureMessages)),
    ...(message === '' ? [] : [failureText(file, 'the file as a whole', [message])]),
  ])
}

/** A failed check of the source, and the first lines of its output. */
export const failedCheckTitles = (name: string, output: string): string => failureText('check', name, [output.trimEnd()])

type Suite = {
  suites?: Suite[]
  specs: { title: string; file: string; line: number; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[]
}

/** The failed journeys of Playwright's JSON report. */
export function failedJourneyTitles(report: unknown): string[] {
  if (report === null) return []
  const walk = ({ suites = [], specs }: Suite): string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) =>
        failureText(
          `${file}:${line}`,
          title,
          tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))),
        ),
      ),
    ...suites.flatMap(walk),
  ]
  return (report as { suites: Suite[] }).suites.flatMap(walk) // the runner's own file
}
