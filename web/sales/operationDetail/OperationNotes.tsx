import { isolated, joinTexts } from '#domain/platform/direction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noteCreate, noteDelete, noteList, type Note } from '#contract/sales/notes'
import type { Operation } from '#contract/sales/operations'
import { MAX_NOTE_LENGTH } from '#domain/sales/operations/note'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { keepDraft, readDraft, removeDraft } from '../../platform/session/drafts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { SectionTitle } from './SectionTitle.tsx'

type Person = Note['mentions'][number]

/** Loaded beside the operation, whose own query reports a missing operation. */
export const notesRead = (merchantId: string, operationId: string) => query(noteList, { params: { merchantId, operationId }, quiet: true })

/** Internal notes about the operation; the customer never sees them. */
export function OperationNotes({ operation, now }: { operation: Operation; now: Date }) {
  const { merchantId, may, account } = useMerchant()
  const notes = useQuery(notesRead(merchantId, operation.id))
  const { results = [], people = [] } = notes.data ?? {}
  const mayWrite = may('noteCreate')
  if (!mayWrite && results.length === 0) return null
  return (
    <section aria-labelledby="operation-notes" className="print:hidden">
      <SectionTitle id="operation-notes" note={t('notes.inside')}>
        {t('notes.title')}
      </SectionTitle>
      {notes.isError && !notes.data && (
        <FailureCard title={t('notes.failed')} error={notes.error} onRetry={() => void notes.refetch()} retrying={notes.isFetching} />
      )}
      {results.length > 0 && (
        <ul aria-label={t('notes.title')} className="grid pb-4">
          {results.map((note) => (
            <NoteRow key={note.id} note={note} operationId={operation.id} now={now} />
          ))}
        </ul>
      )}
      {mayWrite && notes.data && <NoteForm operationId={operation.id} people={people.filter(({ userId }) => userId !== account.userId)} />}
    </section>
  )
}

function NoteRow({ note, operationId, now }: { note: Note; operationId: string; now: Date }) {
  const { merchantId, account } = useMerchant()
  const client = useQueryClient()
  const { busy, error, submit } = useSend(async (noteId: string, key) => {
    await write(noteDelete, { params: { merchantId, operationId, noteId }, key })
    await client.invalidateQueries({ queryKey: ['noteList'] })
  })
  const own = note.author?.userId === account.userId
  return (
    <li className="border-b border-line py-2.5 last:border-0">
      <p className="text-md wrap-anywhere whitespace-pre-line">{note.text}</p>
      <p className="flex flex-wrap items-baseline gap-x-3 pt-0.5 text-sm text-ink-3">
        <span>
          {isolated(note.author?.name ?? t('notes.gone'))} · {nearTime(note.createdAt, now)}
          {note.mentions.length > 0 &&
            ` · ${t('notes.asked', {
              names: joinTexts(
                note.mentions.map(({ name }) => name),
                ', ',
              ),
            })}`}
        </span>
        {own && (
          <button
            type="button"
            className={`${linkClass} min-h-6`}
            aria-disabled={busy || undefined}
            onClick={() => !busy && submit(note.id)}
          >
            {t('shell.delete')}
          </button>
        )}
      </p>
      <SendProblem error={error} />
    </li>
  )
}

function NoteForm({ operationId, people }: { operationId: string; people: readonly Person[] }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const draft = `note:${operationId}`
  const [text, setText] = useState(() => String(readDraft(draft) ?? ''))
  const [mentioned, setMentioned] = useState('')
  const { busy, error, submit } = useSend(async (body: { text: string; mentions: string[] }, key) => {
    await write(noteCreate, { params: { merchantId, operationId }, body, key })
    removeDraft(draft)
    setText('')
    setMentioned('')
    await client.invalidateQueries({ queryKey: ['noteList'] })
    // Answering clears the member's pending mention.
    void client.invalidateQueries({ queryKey: ['inboxList'] })
  })
  return (
    <Form
      className="grid gap-3"
      onSubmit={() => {
        if (text.trim() !== '') submit({ text: text.trim(), mentions: mentioned === '' ? [] : [mentioned] })
      }}
    >
      <Field label={t('notes.write')}>
        <Textarea
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          placeholder={t('notes.example')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            keepDraft(draft, event.target.value)
          }}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-3">
        {people.length > 0 && (
          <Field label={t('notes.ask')} className="min-w-0 flex-1">
            <Select value={mentioned} onChange={(event) => setMentioned(event.target.value)}>
              <option value="">{t('notes.nobody')}</option>
              {people.map(({ userId, name }) => (
                <option key={userId} value={userId}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Button
          variant="outlined"
          type="submit"
          busy={busy}
          busyLabel={t('shell.saving')}
          disabledReason={text.trim() === '' ? t('notes.missing') : null}
        >
          {t('notes.save')}
        </Button>
      </div>
      <SendProblem error={error} />
    </Form>
  )
}
