import type { Config } from '../config.ts'
import type { FileStore, TellDamage } from '#providers/files/file-store.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { s3Store } from '#providers/files/s3-store.ts'

/**
 * A bucket where FILES_S3_ENDPOINT names one, the data folder otherwise. readConfig has made sure of the rest.
 * @param tell is told of damaged files that somebody asks for
 */
export function fileStoreFor(config: Config, tell?: TellDamage): FileStore {
  const {
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_REGION: region,
    FILES_S3_ACCESS_KEY: accessKeyId,
    FILES_S3_SECRET_KEY: secretAccessKey,
  } = config
  if (!endpoint) return folderStore({ dataDir: config.DATA_DIR, tell })
  if (!bucket || !accessKeyId || !secretAccessKey) throw new Error('The settings of the bucket are not complete')
  return s3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }, tell)
}
