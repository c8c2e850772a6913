import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState, type DragEvent } from 'react'
import { matchPayments } from '#domain/bankMatching'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import type { Screen } from '../shell/screen.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { BankMatches } from './BankMatches.tsx'
import { openMatches, withRows, type BankResult } from './bankResult.ts'
import { expectedPayments } from './expectedPayments.ts'
import { readBankFile } from './readBankFile.ts'

type State =
  | { at: 'empty' }
  | { at: 'reading' }
  | { at: 'strange'; name: string }
  | { at: 'failed'; error: unknown; file: File }
  | { at: 'done'; result: BankResult }

/** Which settlements the bank shows: a statement dropped here is read on this computer and never leaves it. */
function BankMatching() {
  const { merchantId, flag } = useShop()
  const [state, setState] = useState<State>({ at: 'empty' })
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function take(file: File | undefined) {
    if (!file) return
    setState({ at: 'reading' })
    try {
      const statement = await readBankFile(file)
      if (statement === null) return setState({ at: 'strange', name: file.name })
      const { matches, unknown } = matchPayments(await expectedPayments(merchantId, statement.credits), statement.credits)
      const { format, unread, credits } = statement
      setState({ at: 'done', result: { name: file.name, format, unread, credits: credits.length, ...openMatches(matches), unknown } })
    } catch (error) {
      setState({ at: 'failed', error, file })
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <section aria-labelledby="bank-title">
      <BackLink href={paths.settlements(merchantId, flag)}>{t('settlements.back')}</BackLink>
      <h1 id="bank-title" className="pt-4 font-display text-title-lg leading-tight font-title tracking-tight">
        {t('settlements.bank.title')}
      </h1>
      <p className="max-w-[68ch] pt-1.5 pb-5 text-md text-ink-2">{t('settlements.bank.about')}</p>
      <div
        className={`grid justify-items-center gap-3 rounded-4 border-[1.5px] border-dashed px-6 py-8 text-center ${over ? 'border-accent bg-selected' : 'border-line-input'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className="text-md text-ink-2">{t('settlements.bank.drop')}</p>
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('settlements.bank.choose')}
          accept=".txt,.n43,.q43,.aeb,.csv,.xml"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          variant={state.at === 'done' ? 'outlined' : 'filled'}
          icon={<FileUp aria-hidden />}
          busy={state.at === 'reading'}
          busyLabel={t('settlements.bank.reading')}
          sends={false}
          onClick={() => input.current?.click()}
        >
          {t(state.at === 'done' ? 'settlements.bank.another' : 'settlements.bank.choose')}
        </Button>
        <p className="text-sm text-ink-3">{t('settlements.bank.formats')}</p>
      </div>
      <div role="status" className="pt-4 empty:hidden">
        {state.at === 'strange' && <Banner tone="warning" title={t('settlements.bank.strange', { name: state.name })} />}
      </div>
      {state.at === 'failed' && (
        <FailureCard title={t('settlements.bank.failed')} error={state.error} onRetry={() => void take(state.file)} />
      )}
      {state.at === 'done' && (
        <BankMatches
          result={state.result}
          onRows={(rows) => setState((now) => (now.at === 'done' ? { at: 'done', result: withRows(now.result, rows) } : now))}
        />
      )}
    </section>
  )
}

export const BankPage: Screen = { component: BankMatching }
