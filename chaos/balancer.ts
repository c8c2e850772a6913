import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../bench/freePort.ts'

type Balancer = { address: string; close(): Promise<void> }

/** Why nginx is not available; null: it is. */
export const lacksNginx = (): string | null =>
  spawnSync('nginx', ['-v']).status === 0 ? null : 'nginx is not installed (Debian: apt-get install nginx-light)'

/** The settings of docs/runbook.md for several nodes, on a local port. */
const settings = (folder: string, port: number, nodes: readonly number[]) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream trastienda {
${nodes.map((node) => `    server 127.0.0.1:${node} max_fails=1 fail_timeout=1s;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://trastienda;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s; proxy_read_timeout 330s; proxy_buffering off; client_max_body_size 25m;
    }
  }
}
`

/** Starts nginx in front of these ports. */
export async function startBalancer(nodes: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-chaos-nginx-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'logs'))
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), settings(folder, port, nodes))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const address = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const giveUpAt = Date.now() + 10_000; !(await answers());) if (Date.now() > giveUpAt) throw new Error('nginx does not answer')
  return {
    address,
    async close() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
