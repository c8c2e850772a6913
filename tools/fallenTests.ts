import { stripVTControlCharacters } from 'node:util'

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

/** A fallen test as the end of a run says it: where it stands, its name, and the beginning of what it saw. */
const said = (where: string, name: string, messages: readonly string[]) =>
  [`${where} › ${name}`, ...stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 12)].join('\n    ')

/** What fell among the tests, out of vitest's JSON report; a file that fell as a whole goes by its own words. */
export function fallenWords(report: unknown): string[] {
  if (report === null) return []
  const { testResults } = report as Report // the runner's own file
  return testResults.flatMap(({ name: file, message, assertionResults }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => said(file, fullName, failureMessages)),
    ...(message === '' ? [] : [said(file, 'the file as a whole', [message])]),
  ])
}

/** A failed check of the source, and the beginning of what it said. */
export const failedCheckWords = (name: string, output: string): string => said('check', name, [output.trimEnd()])

type Suite = {
  suites?: Suite[]
  specs: { title: string; file: string; line: number; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[]
}

/** What fell among the journeys, out of Playwright's JSON report. */
export function fallenJourneyWords(report: unknown): string[] {
  if (report === null) return []
  const walk = ({ suites = [], specs }: Suite): string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, file, line, tests }) =>
        said(
          `${file}:${line}`,
          title,
          tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))),
        ),
      ),
    ...suites.flatMap(walk),
  ]
  return (report as { suites: Suite[] }).suites.flatMap(walk) // the runner's own file
}
