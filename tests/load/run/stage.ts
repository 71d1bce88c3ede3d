import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Engine } from '#db/database.ts'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { databaseUrl, onServer } from '../../support/api/prepare-database.ts'
import type { Data } from '../candidates.ts'
import { parentOf, processorMs, type Running } from '../processes.ts'
import { startRelease, type Release } from './releases.ts'
import type { Contender } from '../requests/rounds.ts'

/** A server of a release that runs on data of its own, into which a section has put its scene. */
export interface Product<Scene> extends Contender {
  column: Release['column']
  server: Running
  data: Data
  scene: Scene
}

/** Processes of a product on PostgreSQL: as many as the machines of these measurements have cores. SQLite has one. */
const PROCESSES = 2

/** Where the releases stand with their data while the sections measure them. */
export class Stage {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'padavu-bench-'))
  readonly #releases: Release[]
  readonly #sites = new Map<string, Promise<Data>>()
  readonly #databases: string[] = []
  #postgres: Promise<{ url: string; pid: number | undefined; stop?: () => Promise<void> }> | undefined

  constructor(releases: Release[]) {
    this.#releases = releases
  }

  /** The releases that are measured, the one before first. */
  get releases(): readonly Release[] {
    return this.#releases
  }

  /**
   * Starts the servers of all releases for a section.
   * @param seed puts what the section needs into the data of a stopped server
   */
  async withProducts<Scene, Result>(
    engine: Engine,
    seed: (data: Data) => Promise<Scene>,
    work: (products: Product<Scene>[]) => Promise<Result>,
    settings: Record<string, string> = {},
  ): Promise<Result> {
    const products: Product<Scene>[] = []
    try {
      for (const release of this.#releases) {
        const data = await this.#site(release, engine)
        const scene = await seed(data)
        const server = await startRelease(release, { ...environmentOf(data), ...settings })
        const used = await this.processorOf(server, engine)
        products.push({ column: release.column, url: server.url, processorMs: used, server, data, scene })
      }
      return await work(products)
    } finally {
      for (const { server } of products) await server.stop()
    }
  }

  /** Reads the processor time of a server, and of PostgreSQL where that runs on this machine. */
  async processorOf({ pid }: Running, engine: Engine): Promise<() => number> {
    const database = engine === 'postgres' ? (await this.#server()).pid : undefined
    return () => processorMs(pid) + (database === undefined ? 0 : processorMs(database))
  }

  /** Data like those of this folder's product, imported by it, for a bare server beside it. */
  async bareData(engine: Engine): Promise<Data> {
    return this.#import(this.#releases.at(-1)!, engine, mkdtempSync(path.join(this.folder, 'bare-')))
  }

  /** An empty database on the PostgreSQL of all products, which writes as it does for real data. */
  async #database(): Promise<string> {
    const { url } = await this.#server()
    const name = `padavu_bench_${process.pid}_${this.#databases.length + 1}`
    await onServer(url, (client) => client.query(`create database ${name}`))
    this.#databases.push(name)
    return databaseUrl(url, name)
  }

  async close(): Promise<void> {
    const server = await this.#postgres
    if (server?.stop) await server.stop()
    else if (server) {
      for (const name of this.#databases)
        await onServer(server.url, (client) => client.query(`drop database ${name} with (force)`))
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Data with the content of the demo, imported by the release itself: each has its own tables. */
  #site(release: Release, engine: Engine): Promise<Data> {
    const name = `${release.column}-${engine}`
    let site = this.#sites.get(name)
    if (!site) this.#sites.set(name, (site = this.#import(release, engine, path.join(this.folder, name))))
    return site
  }

  async #import(release: Release, engine: Engine, dataDir: string): Promise<Data> {
    mkdirSync(dataDir, { recursive: true })
    const data = { dataDir, databaseUrl: engine === 'postgres' ? await this.#database() : undefined }
    const importing = { ...environmentOf(data), WEB_CONCURRENCY: '1' }
    await (await startRelease(release, importing)).stop()
    return data
  }

  #server() {
    this.#postgres ??= openServer()
    return this.#postgres
  }
}

/** The settings of a server on these data. */
export function environmentOf({ dataDir, databaseUrl }: Data): Record<string, string> {
  const WEB_CONCURRENCY = String(databaseUrl ? PROCESSES : 1)
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', HOST: '127.0.0.1', WEB_CONCURRENCY }
}

/** The PostgreSQL of TEST_DATABASE_URL, or one that is started here; its process is known where it is this machine's. */
export async function openServer() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, pid: undefined }
  const { url, stop } = await startPostgres({ durable: true })
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = parentOf(rows[0]!.pid)
  await client.end()
  return { url, stop, pid }
}
