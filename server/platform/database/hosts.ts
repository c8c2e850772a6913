import pg from 'pg'

/**
 * The address of each host that a database's address names: `postgres://…@one:5432,two:5432/name` is a primary and whoever may take over from it,
 * written as libpq does (RFC 3986 knows no such list).
 */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url]
}

/** Which of the hosts answered as the primary last, or is to be tried next; all connections of a process go to the same. */
const turns = new Map<string, number>()

/** As PostgreSQL says of itself while it cannot take anybody in, so that callers wait and try again. */
const notPrimary = () => Object.assign(new Error('this host is a standby'), { code: '57P03' })

/**
 * What connects to this address: the driver's own client, or, for several hosts, one that goes to whichever of them is the primary. A host that is
 * away, and a standby (it says so while it signs us in, from PostgreSQL 14), fail the attempt, and the next attempt goes to the next host.
 */
export function clientOf(url: string): typeof pg.Client {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return pg.Client
  return class PrimaryClient extends pg.Client {
    readonly #turn: number
    #isStandby = false

    constructor(config?: string | pg.ClientConfig) {
      const turn = turns.get(url) ?? 0
      const settings = typeof config === 'string' ? {} : config
      super({ ...settings, connectionString: addresses[turn % addresses.length] })
      this.#turn = turn
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
        if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
      })
    }

    override connect(): Promise<pg.Client>
    override connect(told: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
    override connect(told?: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): Promise<pg.Client> | undefined {
      const connecting = this.#connectToPrimary().catch((error: unknown) => {
        // Others that failed at the same time have gone on already.
        if ((turns.get(url) ?? 0) === this.#turn) turns.set(url, this.#turn + 1)
        throw error
      })
      if (!told) return connecting
      const tell = told as (error: Error | null, client?: pg.Client) => void // both forms of the driver's own declaration
      connecting.then((client) => tell(null, client), tell)
      return undefined
    }

    async #connectToPrimary(): Promise<pg.Client> {
      await super.connect()
      if (!this.#isStandby) return this
      await this.end()
      throw notPrimary()
    }
  }
}
