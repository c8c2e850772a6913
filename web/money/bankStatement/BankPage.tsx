import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { matchPayments } from '#domain/money/bankStatement/bankMatching'
import type { BankSheet, SheetColumns } from '#domain/money/bankStatement/bankSheet'
import { readStatement } from '#domain/money/bankStatement/bankStatement'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useSession } from '../../platform/session/session.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FileDrop } from '../../platform/ui/forms/FileDrop.tsx'
import { BankColumns } from './BankColumns.tsx'
import { BankMatches } from './BankMatches.tsx'
import { resultOf, withRows, type BankResult } from './bankResult.ts'
import { expectedPayments } from './expectedPayments.ts'
import { readBankFile, type BankFileProblem } from './readBankFile.ts'
import { savedColumns, saveColumns } from './savedColumns.ts'

/** A file read in the browser. */
type Read = { name: string; text: string }
type State =
  | { at: 'empty' }
  | { at: 'reading' }
  | { at: 'refused'; name: string; why: BankFileProblem }
  | { at: 'failed'; error: unknown; retry: () => void }
  | { at: 'columns'; file: Read; sheet: BankSheet; columns: SheetColumns }
  | { at: 'done'; file: Read; sheet: BankSheet | null; result: BankResult }

/** Parses a dropped file, asks for its columns when ambiguous, and matches it; a newer file supersedes an older one. */
function useBankFile() {
  const { merchantId } = useMerchant()
  const { userId } = useSession().account
  const [state, setState] = useState<State>({ at: 'empty' })
  const latest = useRef(0)

  /** Starts a run and returns its setter, which ignores updates once a newer run has started. */
  function begin(): (next: State) => void {
    const run = (latest.current += 1)
    setState({ at: 'reading' })
    return (next) => run === latest.current && setState(next)
  }
  async function interpret(file: Read, set: (next: State) => void): Promise<void> {
    const reading = readStatement(file.text, (sheet) => savedColumns(userId, sheet))
    if (reading === null) return set({ at: 'refused', name: file.name, why: 'strange' })
    const { statement, sheet } = reading
    if (statement === null) return set({ at: 'columns', file, sheet, columns: sheet.columns })
    try {
      const matched = matchPayments(await expectedPayments(merchantId, statement), statement)
      set({ at: 'done', file, sheet, result: resultOf(file.name, statement, matched) })
    } catch (error) {
      set({ at: 'failed', error, retry: () => void interpret(file, begin()) })
    }
  }
  async function readFile(chosen: File): Promise<void> {
    const set = begin()
    const read = await readBankFile(chosen)
    if ('problem' in read) return set({ at: 'refused', name: chosen.name, why: read.problem })
    await interpret({ name: chosen.name, text: read.text }, set)
  }
  function applyColumns({ file, sheet }: Extract<State, { at: 'columns' }>, columns: SheetColumns) {
    saveColumns(userId, sheet, columns)
    void interpret(file, begin())
  }
  return {
    state,
    setState,
    readFile: (chosen: File) => void readFile(chosen),
    applyColumns,
    saved: (sheet: BankSheet) => savedColumns(userId, sheet),
  }
}

/** Matches settlements with a bank statement; the file is parsed in the browser and never uploaded. */
function BankMatching() {
  const { merchantId, flag } = useMerchant()
  const { state, setState, readFile, applyColumns, saved } = useBankFile()
  const { sheet = null } = state.at === 'done' ? state : {}
  return (
    <section aria-labelledby="bank-title">
      <BackLink href={paths.settlements(merchantId, flag)}>{t('settlements.back')}</BackLink>
      <h1 id="bank-title" className="pt-4 font-display text-title-lg leading-tight font-title tracking-tight">
        {t('settlements.bank.title')}
      </h1>
      <p className="max-w-[68ch] pt-1.5 pb-5 text-md text-ink-2">{t('settlements.bank.about')}</p>
      <FileDrop
        invitation={t('settlements.bank.drop')}
        chooseLabel={t(state.at === 'done' ? 'settlements.bank.another' : 'shell.chooseFile')}
        icon={<FileUp aria-hidden />}
        accept=""
        limits={t('settlements.bank.formats')}
        filled={state.at !== 'done' && state.at !== 'columns'}
        busy={state.at === 'reading'}
        busyLabel={t('shell.reading')}
        onFile={readFile}
      />
      <div role="status" className="pt-4 empty:hidden">
        {state.at === 'refused' && <Banner tone="warning" title={t(`settlements.bank.${state.why}`, { name: state.name })} />}
      </div>
      {state.at === 'failed' && <FailureCard title={t('settlements.bank.failed')} error={state.error} onRetry={state.retry} />}
      {state.at === 'columns' && (
        <BankColumns name={state.file.name} sheet={state.sheet} columns={state.columns} onUse={(columns) => applyColumns(state, columns)} />
      )}
      {state.at === 'done' && (
        <BankMatches
          result={state.result}
          onRows={(rows) => setState((now) => (now.at === 'done' ? { ...now, result: withRows(now.result, rows) } : now))}
          columnsButton={
            sheet && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => setState({ at: 'columns', file: state.file, sheet, columns: saved(sheet) ?? sheet.columns })}
              >
                {t('settlements.bank.columns.change')}
              </Button>
            )
          }
        />
      )}
    </section>
  )
}

export const BankPage: Screen = { component: BankMatching }
