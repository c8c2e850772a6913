import { time } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** What became of one write: `action` and `message` are words of the server. */
export type Outcome = {
  key: string
  /** Epoch milliseconds. */
  sentAt: number
  action: string
  state: 'done' | 'refused' | 'absent'
  message: string | null
}

/** After an outage: one's own writes of that time, each with its true outcome (product ERR-12). */
export function WhatHappened({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  return (
    <Dialog
      title={t('shell.lost.title')}
      subtitle={t('shell.lost.subtitle')}
      closeLabel={t('shell.close')}
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('shell.lost.close')}
        </Button>
      }
    >
      <ul className="grid">
        {outcomes.map(({ key, sentAt, action, state, message }) => (
          <li key={key} className="grid gap-1 border-b border-line py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">{action}</span>
              <span className="text-ink-3">{time(new Date(sentAt).toISOString())}</span>
            </p>
            <p className={state === 'done' ? 'text-ink-2' : 'font-strong'}>{t(`shell.lost.${state}`)}</p>
            {message !== null && <p className="text-ink-2">{message}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
