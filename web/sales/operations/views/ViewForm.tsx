import { useQueryClient } from '@tanstack/react-query'
import { viewCreate, viewUpdate, type SavedView } from '#contract/sales/views'
import type { Role } from '#domain/access/roles'
import { isApiFailure } from '../../../platform/api/apiFailure.ts'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import type { ListQuery } from '../../../platform/lists/listQuery.ts'
import { SendProblem } from '../../../platform/requests/SendProblem.tsx'
import { StaleChoice } from '../../../platform/requests/StaleChoice.tsx'
import { useSend } from '../../../platform/requests/useSend.ts'
import { useSharedForm } from '../../../platform/requests/useSharedForm.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { Form } from '../../../platform/ui/forms/Form.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { filtersToKeep, viewsRead } from './viewQuery.ts'

const roleNames: readonly Role[] = ['owner', 'admin', 'editor', 'guest']

type ViewDraft = Pick<SavedView, 'name' | 'shared' | 'watched'> & { defaultFor: readonly Role[] }
const newView: ViewDraft & { revision?: number } = { name: '', shared: false, watched: false, defaultFor: [] }
const draftOf = ({ name, shared, watched, defaultFor }: ViewDraft): ViewDraft => ({ name, shared, watched, defaultFor })

/** Label and text of a view's field. */
function viewWords(field: keyof ViewDraft, draft: ViewDraft): [label: string, text: string] {
  if (field === 'name') return [t('shell.heading.name'), draft.name]
  if (field === 'defaultFor') return [t('views.defaultFor'), draft.defaultFor.map((one) => t(`shell.role.${one}`)).join(', ')]
  return [t(field === 'shared' ? 'views.share' : 'views.watch'), t(draft[field] ? 'shell.yes' : 'shell.no')]
}

type ViewFormProps = {
  /** Null: creates a view from the current list. */
  view: SavedView | null
  query: ListQuery
  onDone: (view: SavedView) => void
  onBack?: (() => void) | undefined
}

/** Name, visibility, notifications and default roles of a view. */
export function ViewForm({ view, query, onDone, onBack }: ViewFormProps) {
  const { merchantId, role } = useMerchant()
  const client = useQueryClient()
  const form = useSharedForm({
    saved: view ?? newView,
    draftOf,
    async read() {
      const views = await client.fetchQuery({ ...viewsRead(merchantId), staleTime: 0 })
      return views.find(({ id }) => id === view?.id) ?? view ?? newView
    },
  })
  const { name, shared, watched, defaultFor } = form.draft
  const type = (change: Partial<ViewDraft>) => form.setDraft({ ...form.draft, ...change })
  const { busy, error, submit } = useSend(async ({ revision, ...body }: ReturnType<typeof bodyOf>, key) => {
    const params = { merchantId }
    const saved =
      view === null
        ? await write(viewCreate, { params, body: { ...body, filters: filtersToKeep(query) }, key })
        : await form.sent(write(viewUpdate, { params: { ...params, viewId: view.id }, body: { ...body, revision }, key }), (stored) => ({
            ...view,
            ...stored,
            defaultFor: [...stored.defaultFor],
          }))
    await client.invalidateQueries({ queryKey: viewsRead(merchantId).queryKey })
    void client.invalidateQueries({ queryKey: ['inboxList'] })
    onDone(saved)
  })
  const nameProblem = isApiFailure(error) ? error.fields.get('name')?.message : undefined
  const decides = role === 'owner' || role === 'admin'
  const send = () => submit(bodyOf(form.toSend()))
  return (
    <Form
      onSubmit={() => {
        if (name.trim() !== '') send()
      }}
    >
      <Field label={t('shell.heading.name')} error={nameProblem}>
        <TextInput
          maxLength={60}
          placeholder={t('views.nameExample')}
          value={name}
          onChange={(event) => type({ name: event.target.value })}
        />
      </Field>
      {role !== 'guest' && (
        <div className="grid gap-1.5 pt-3.5">
          <Checkbox
            label={t('views.share')}
            help={t('views.shareHelp')}
            checked={shared}
            onChange={(event) => type({ shared: event.target.checked })}
          />
          {shared && (
            <Checkbox
              label={t('views.watch')}
              help={t('views.watchHelp')}
              checked={watched}
              onChange={(event) => type({ watched: event.target.checked })}
            />
          )}
        </div>
      )}
      {shared && decides && (
        <fieldset className="mt-4">
          <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('views.defaultFor')}</legend>
          <div className="flex flex-wrap gap-x-5">
            {roleNames.map((one) => (
              <Checkbox
                key={one}
                label={t(`shell.role.${one}`)}
                checked={defaultFor.includes(one)}
                onChange={(event) =>
                  type({ defaultFor: event.target.checked ? [...defaultFor, one] : defaultFor.filter((other) => other !== one) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {form.conflict !== null ? (
        <div className="pt-5">
          <StaleChoice error={form.conflict} lines={form.lines(viewWords)} busy={busy} onMine={send} onTheirs={form.takeTheirs} />
        </div>
      ) : (
        nameProblem === undefined && <SendProblem error={error} />
      )}
      <div className="flex justify-end gap-2 pt-4">
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {t('shell.back')}
          </Button>
        )}
        <Button
          variant={view ? 'filled' : 'outlined'}
          type="submit"
          busy={busy}
          busyLabel={t('shell.saving')}
          disabledReason={name.trim() === '' ? t('views.nameMissing') : null}
        >
          {t(view ? 'views.saveView' : 'views.save')}
        </Button>
      </div>
    </Form>
  )
}

/** The request body; default roles only for a shared view. */
function bodyOf({ draft: { name, shared, watched, defaultFor }, revision = 0 }: { draft: ViewDraft; revision: number | undefined }) {
  return {
    name: name.trim(),
    shared,
    watched: shared && watched,
    defaultFor: shared ? roleNames.filter((one) => defaultFor.includes(one)) : [],
    revision,
  }
}
