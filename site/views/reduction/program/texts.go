package program

// codeRules names the functions of the rules of reduce.Form in the order of the rules; "" for rules that are not written.
var codeRules = [...]string{"serial", "backward", "halves", "pairs", "lanes", "deal", "chunks", "parts", "lead", "recursive", "tail", "whole", "", "", "", "shuffled", "shares"}

// codeC holds the functions of the rules in C: n numbers, step apart in memory. @INNER[from; count; step] sums a part of
// them, @LISTS sums the results.
const codeC = `serial
FN T @NAME(@ARGS) {
	T t = @FIRST;
	for (long i = @FROM; i < n; i++) t = @STEP;
	return t;
}
--
backward
FN T @NAME(@ARGS) {
	T t = x[(n - 1)*step];
	for (long i = n - 2; i >= 0; i--) t = t + x[i*step];
	return t;
}
--
halves
FN T @NAME(@ARGS) {
	long w = @K, m = n;
	while (w < n) w *= 2;
	T *v = (T *)malloc(w*sizeof(T));
	for (long i = 0; i < n; i++) v[i] = x[i*step];
@FILL	while (w > 1) {
		w /= 2;
		for (long i = 0; i + w < m; i++) v[i] = v[i] + v[i + w];
		if (m > w) m = w;
	}
	T t = v[0];
	free(v);
	return t;
}
--
pairs
FN T @NAME(@ARGS) {
	T *v = (T *)malloc(n*sizeof(T));
	for (long i = 0; i < n; i++) v[i] = x[i*step];
	for (long m = n; m > 1; m = (m + 1)/2) {
		for (long i = 0; i < m/2; i++) v[i] = v[2*i] + v[2*i + 1];
		if (m % 2) v[m/2] = v[m - 1];
	}
	T t = v[0];
	free(v);
	return t;
}
--
lanes
FN T @NAME(@ARGS) {
	long k = @COUNT;
	T *v = (T *)malloc(k*sizeof(T));
	for (long j = 0; j < k; j++) v[j] = @INNER[j*step; (n - j + @K - 1)/@K; @K*step];
	T t = @LISTS(v, k, 1);
	free(v);
	return t;
}
--
deal
FN T @NAME(@ARGS) {
	T *v = (T *)malloc((n + 1)*sizeof(T)), *l = (T *)malloc((n + 1)*sizeof(T));
	long k = 0, units = n/@U;
	for (long j = 0; j < @K; j++) {
		long m = 0;
		for (long u = j; u < units; u += @K)
			for (long i = 0; i < @U; i++) l[m++] = x[(u*@U + i)*step];
		if (units*@U + j < n) l[m++] = x[(units*@U + j)*step];
		if (m) {
			const T *x = l;
			v[k++] = @INNER[0; m; 1];
		}
	}
	T t = @LISTS(v, k, 1);
	free(l);
	free(v);
	return t;
}
--
chunks
FN T @NAME(@ARGS) {
	long k = (n + @K - 1)/@K;
	T *v = (T *)malloc((k + 1)*sizeof(T));
	for (long j = 0; j < k; j++) v[j] = @INNER[j*@K*step; n - j*@K < @K ? n - j*@K : @K; step];
	T t = @LISTS(v, k, 1);
	free(v);
	return t;
}
--
parts
FN T @NAME(@ARGS) {
	long size = (n + @K - 1)/@K, m = 0;
	T *v = (T *)malloc(@K*sizeof(T));
	for (long j = 0; j < @K; j++) {
		long lo = j*size < n ? j*size : n, hi = n - lo < size ? n : lo + size;
		if (lo < hi || @EMPTY) v[m++] = @INNER[lo*step; hi - lo; step];
	}
	T t = @LISTS(v, m, 1);
	free(v);
	return t;
}
--
lead
FN T @NAME(@ARGS) {
	long rest = n > @K ? n - @K : 0, size = (rest + @K - 1)/@K, k = n < @K ? n : @K;
	T *v = (T *)malloc(k*sizeof(T)), *l = (T *)malloc((size + 1)*sizeof(T));
	for (long j = 0; j < k; j++) {
		long m = 0;
		l[m++] = x[j*step];
		for (long i = @K + j*size; i < n && i < @K + (j + 1)*size; i++) l[m++] = x[i*step];
		const T *x = l;
		v[j] = @INNER[0; m; 1];
	}
	T t = @LISTS(v, k, 1);
	free(l);
	free(v);
	return t;
}
--
recursive
FN T @NAME(@ARGS) {
	if (n <= @K) return @INNER[0; n; step];
	long h = n/2 - n/2 % @U;
	if (h == 0) h = (n + 1)/2;
	return @SELF[0; h; step] + @SELF[h*step; n - h; step];
}
--
tail
FN T @NAME(@ARGS) {
	long i = n - n % @K;
	T t = i ? @INNER[0; i; step] : x[i++];
	for (; i < n; i++) t = t + x[i*step];
	return t;
}
--
whole
FN T @NAME(@ARGS) { return n == @K ? @INNER[0; n; step] : @OUTER[0; n; step]; }
--
shuffled
FN T @NAME(@ARGS) {
	long places = @PLACES, m = 0, *p = (long *)malloc(places*sizeof(long));
	T *v = (T *)malloc(n*sizeof(T)), t;
	for (long i = 0; i < places; i++) p[i] = i;
	uint64_t state = @U;
	for (long i = places - 1; i > 0; i--) {
		long j = (next(&state) >> 32)*(i + 1) >> 32, e = p[i];
		p[i] = p[j];
		p[j] = e;
	}
	for (long i = 0; i < places; i++)
		if (p[i] < n) v[m++] = x[p[i]*step];
	{
		const T *x = v;
		t = @INNER[0; n; 1];
	}
	free(p);
	free(v);
	return t;
}
--
shares
FN T @NAME(@ARGS) {
	long k = @COUNT, q = n/@K, r = n % @K, lo = 0;
	T *v = (T *)malloc(k*sizeof(T));
	for (long j = 0; j < k; j++) {
		long m = q + (j < r);
		v[j] = @INNER[lo*step; m; step];
		lo += m;
	}
	T t = @LISTS(v, k, 1);
	free(v);
	return t;
}
--
`

// codePython holds the same in Python.
const codePython = `serial
def @NAME(@ARGS):
    t = @FIRST
    for e in @REST:
        t = t + e
    return t
--
backward
def @NAME(@ARGS):
    t = x[-1]
    for e in x[-2::-1]:
        t = t + e
    return t
--
halves
def @NAME(@ARGS):
    v, w = list(x), @K
    while w < len(v):
        w *= 2
@FILL    while w > 1:
        w //= 2
        for i in range(len(v) - w):
            v[i] = v[i] + v[i + w]
        v = v[:w]
    return v[0]
--
pairs
def @NAME(@ARGS):
    v = list(x)
    while len(v) > 1:
        v = [v[i] + v[i + 1] for i in range(0, len(v) - 1, 2)] + v[len(v) // 2 * 2:]
    return v[0]
--
lanes
def @NAME(@ARGS):
    return @LISTS([@INNER[j::@K] for j in range(@COUNT)])
--
deal
def @NAME(@ARGS):
    units = len(x) // @U
    lists = [[] for _ in range(@K)]
    for i in range(units * @U):
        lists[i // @U % @K].append(x[i])
    for j, e in enumerate(x[units * @U:]):
        lists[j].append(e)
    return @LISTS([@INNER[:] for x in lists if x])
--
chunks
def @NAME(@ARGS):
    return @LISTS([@INNER[i:i + @K] for i in range(0, len(x), @K)])
--
parts
def @NAME(@ARGS):
    size = (len(x) + @K - 1) // @K
    return @LISTS([@INNER[j * size:(j + 1) * size] for j in range(@K) if @EMPTY or j * size < len(x)])
--
lead
def @NAME(@ARGS):
    size = (max(len(x) - @K, 0) + @K - 1) // @K
    lists = [[x[j]] + list(x[@K + j * size:@K + (j + 1) * size]) for j in range(min(@K, len(x)))]
    return @LISTS([@INNER[:] for x in lists])
--
recursive
def @NAME(@ARGS):
    n = len(x)
    if n <= @K:
        return @INNER[:]
    h = n // 2 - n // 2 % @U or (n + 1) // 2
    return @SELF[:h] + @SELF[h:]
--
tail
def @NAME(@ARGS):
    i = len(x) // @K * @K
    t, i = (@INNER[:i], i) if i else (x[0], 1)
    for e in x[i:]:
        t = t + e
    return t
--
whole
def @NAME(@ARGS):
    return @INNER[:] if len(x) == @K else @OUTER[:]
--
shuffled
def @NAME(@ARGS):
    p, r = list(range(@PLACES)), random(@U)
    for i in range(len(p) - 1, 0, -1):
        j = (next(r) >> 32) * (i + 1) >> 32
        p[i], p[j] = p[j], p[i]
    x = [x[i] for i in p if i < len(x)]
    return @INNER[:]
--
shares
def @NAME(@ARGS):
    q, r = divmod(len(x), @K)
    at = [j * q + min(j, r) for j in range(@K + 1)]
    return @LISTS([@INNER[at[j]:at[j + 1]] for j in range(@COUNT)])
--
`
