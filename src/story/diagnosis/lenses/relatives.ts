/** Words by which people mean things, and by which the things are called; English and Chinese. */
const CONCEPTS: readonly (readonly [said: RegExp, names: readonly string[]])[] = [
  [/\bpay(?:ment|ing|s)?\b|\bcards?\b|billing|支付|付款|扣款/i, ['payment', 'payments', 'pay', 'billing']],
  [/check ?out|下单|结账|结算/i, ['checkout', 'orders', 'order']],
  [/\borders?\b|订单/i, ['order', 'orders', 'checkout']],
  [/basket|\bcarts?\b|购物车/i, ['cart', 'basket']],
  [
    /log(?:ging)? ?in|sign(?:ing)? ?in|\blogins?\b|password|\bsso\b|登录|登陆|密码|认证/i,
    ['login', 'auth', 'identity', 'session', 'sso', 'keycloak'],
  ],
  [/\b(?:e-?)?mails?\b|newsletter|mailing|邮件|邮箱/i, ['mail', 'mailer', 'smtp', 'email', 'newsletter', 'postfix']],
  [/\bsms\b|text messages?|短信|验证码/i, ['sms', 'otp', 'notify', 'messaging']],
  [/notif|\bpush\b|通知|推送/i, ['notification', 'notifications', 'notify', 'notifier', 'push']],
  [/\bsearch|搜索|检索/i, ['search', 'elastic', 'elasticsearch', 'opensearch', 'indexer']],
  [
    /pictures?|photos?|images?|thumbnails?|图片|照片|缩略图/i,
    ['image', 'images', 'media', 'thumbnail', 'thumbnails', 'photo', 'cdn'],
  ],
  [/videos?|stream(?:ing)?\b|视频|直播/i, ['video', 'media', 'stream', 'transcoder']],
  [/upload|上传/i, ['upload', 'uploads', 'storage', 'media']],
  [/download|下载/i, ['download', 'downloads', 'export', 'storage']],
  [/reports?\b|报表|报告/i, ['report', 'reports', 'reporting', 'analytics', 'bi']],
  [/invoices?|发票/i, ['invoice', 'invoices', 'invoicing', 'billing']],
  [/\bstock\b|inventory|库存/i, ['inventory', 'stock', 'warehouse']],
  [
    /ship(?:ping|ment)|deliver|parcels?|物流|快递|发货/i,
    ['shipping', 'delivery', 'logistics', 'fulfilment', 'fulfillment'],
  ],
  [
    /\bshop\b|store ?front|web ?site|home ?page|front ?end|the site|网站|商城|首页|页面/i,
    ['frontend', 'web', 'storefront', 'shop', 'www', 'gateway', 'ingress'],
  ],
  [/prices?|pricing|价格|报价/i, ['pricing', 'price', 'catalog', 'catalogue']],
  [/recommend|推荐/i, ['recommendation', 'recommendations', 'recommender']],
  [/coupons?|promo|vouchers?|优惠券|促销/i, ['coupon', 'promo', 'promotion', 'voucher']],
  [/queues?|messages?|backlog|队列|消息|积压/i, ['queue', 'rabbitmq', 'kafka', 'broker', 'worker', 'consumer']],
  [/\bcach(?:e|ed|ing)\b|缓存/i, ['cache', 'redis', 'memcached', 'varnish', 'cdn']],
  [/\bdns\b|resolv|域名|解析/i, ['dns', 'coredns', 'resolver', 'unbound', 'bind']],
  [/certificate|\btls\b|\bssl\b|https|证书/i, ['cert', 'certs', 'certificate', 'tls', 'ingress', 'gateway']],
  [/back-?ups?|备份/i, ['backup', 'backups', 'restic', 'velero', 'snapshot']],
  [/\bcron|nightly|scheduled|timer|定时|夜间|计划任务/i, ['cron', 'timer', 'scheduler', 'nightly', 'batch']],
  [/\bbooks?|booking|reserv|预订|预约/i, ['booking', 'bookings', 'reservation', 'reservations']],
  [
    /users?|accounts?|profiles?|customers?|用户|账号|账户/i,
    ['user', 'users', 'account', 'accounts', 'profile', 'customer'],
  ],
  [/gateway|\bapi\b|网关|接口/i, ['gateway', 'api', 'ingress', 'proxy', 'edge']],
  [/load ?balancer|负载均衡/i, ['haproxy', 'lb', 'nginx', 'envoy', 'traefik']],
  [/phones?|calls?\b|\bvoip\b|电话/i, ['voip', 'sip', 'pbx', 'telephony', 'call']],
  [/print(?:er|ing)?\b|labels? printer|打印/i, ['print', 'printer', 'cups', 'label']],
  [/\bvpn\b|remote access|远程/i, ['vpn', 'wireguard', 'openvpn']],
  [/disks?|storage|磁盘|存储/i, ['storage', 'nfs', 'ceph', 'minio', 'volume']],
  [/database|数据库/i, ['db', 'postgres', 'mysql', 'database']],
  [/sync|同步/i, ['sync', 'synchronizer', 'replicator', 'importer']],
]

export function relativesOf(text: string): string[] {
  return [...new Set(CONCEPTS.flatMap(([said, names]) => (said.test(text) ? names : [])))]
}
