import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiFailure } from '../api/apiFailure.ts'
import { useSharedForm } from './useSharedForm.ts'

type StoredName = { name: string; revision: number }
type Form = ReturnType<typeof useSharedForm<StoredName, { name: string }>>

const saved: StoredName = { name: 'Antes', revision: 1 }
const lost = new ApiFailure({ status: 0, type: 'NoConnection', message: 'NoConnection', outcomeUnknown: true })
const refused = new ApiFailure({ status: 422, type: 'ApiValidationException', message: 'no' })

/** The form as it is first rendered, with a draft of its own. */
function formOf(read: () => Promise<StoredName>): Form {
  const seen: Form[] = []
  function Page({ onForm }: { onForm: (form: Form) => void }) {
    const form = useSharedForm({ saved, draftOf: ({ name }: StoredName) => ({ name }), read })
    if (form.draft.name === saved.name) form.setDraft({ name: 'Después' })
    onForm(form)
    return null
  }
  renderToStaticMarkup(<Page onForm={(form) => seen.push(form)} />)
  const last = seen.at(-1)
  if (!last) throw new Error('not rendered')
  return last
}
const send = (form: Form, failure: unknown) => {
  expect(form.toSend()).toEqual({ draft: { name: 'Después' }, revision: 1 })
  return form.sent(Promise.reject<string>(failure), ({ name, revision }) => `${name}, ${revision}`)
}

it('a save without an answer that is stored is done, with the answer of what is stored', async () => {
  const form = formOf(() => Promise.resolve({ name: 'Después', revision: 2 }))
  await expect(send(form, lost)).resolves.toBe('Después, 2')
})

it.each([
  ['is not stored', lost, () => Promise.resolve(saved)],
  ['is stored otherwise', lost, () => Promise.resolve({ name: 'De otra persona', revision: 2 })],
  ['cannot be read again', lost, () => Promise.reject(refused)],
  ['was refused, where somebody else has saved the same', refused, () => Promise.resolve({ name: 'Después', revision: 2 })],
])('a save that %s fails', async (_, failure, read) => {
  await expect(send(formOf(read), failure)).rejects.toBe(failure)
})
