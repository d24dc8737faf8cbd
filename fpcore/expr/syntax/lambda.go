package syntax

import (
	"strconv"
	"strings"
)

const noFiles = "files are not read: take out what opens and reads them, and name the values that are read as parameters or without a declaration, which makes them inputs"

// lambda reads a function without a name, [captures](parameters) -> type { body }. What is wrong in its body counts where it is called.
func (r *reader) lambda() *Tree {
	n := &Tree{Kind: LambdaTree, Token: r.next()}
	mark := len(r.Symbols)
	r.captures(n, mark)
	r.Leave(mark)
	return n
}

// captures reads a lambda behind its [. The names of which it has copies are declared once more, from the symbol number mark on.
func (r *reader) captures(n *Tree, mark int) {
	copies := false // of all names
	for r.Err == nil && !r.is(']') {
		t := r.next()
		ref := t.Op == '&'
		if t.Op == '=' || ref && r.peek().Kind != Identifier {
			copies = !ref
		} else {
			if ref {
				t = r.next()
			}
			if t.Kind == Numeral || t.Op == '-' {
				r.failAt(t, "lists of Python are not read: give their elements among the inputs, as in x = 1.5 2 4, and write here what is computed with x[0] and x[1]")
			} else if t.Kind != Identifier {
				r.failAt(t, "what a function captures is read as in [&], [=], [a, &b] and [c = a*b]")
			}
			if e := r.capture(n, t, ref); r.take('=') {
				e.X = r.assignment()
			}
		}
		if !r.take(',') {
			break
		}
	}
	r.expect(']', " after what the function captures")
	for t := r.peek(); t.Kind == Identifier && WordConst <= t.ID && t.ID <= WordNoinline; t = r.peek() { // __device__
		r.next()
	}
	if r.is('(') {
		r.parameters(n)
	}
	if t := r.peek(); t.Kind == Identifier && r.Names[t.ID] == "mutable" {
		r.failAt(t, "a function that changes its copies is not read; capture by reference, as in [&n]")
	}
	start := r.at
	if r.expect('{', " here") {
		r.at = start
		r.skipBraces()
	}
	if r.Err != nil {
		*n = *r.bad(n.List...)
		return
	}
	end := r.at
	for i := start; i < end && copies; i++ {
		t := &r.Tokens[i]
		if s := r.Lookup(t.ID); t.Kind == Identifier && s != nil && s.Sort == Variable && int(r.Top(t.ID)) < mark {
			r.capture(n, t, false)
		}
	}
	r.at = start
	r.functionBody(n)
	r.at, n.End = end, r.Tokens[end-1].End
}

// capture adds a name to those that a lambda captures.
func (r *reader) capture(n *Tree, t *Token, reference bool) *Tree {
	e := &Tree{Kind: NameTree, Token: t, Long: reference}
	n.Given = append(n.Given, e)
	r.Declare(Symbol[noMeaning]{ID: t.ID})
	return e
}

// library has functions of the C++ library, and of CUDA's, by their names and numbers of arguments, as libstdc++ 12 computes them. Those of 0 arguments
// are objects that are functions, such as std::plus<>(); those that end in _element give the element, not its place. What sincosf stores is what
// the functions of one result give: measured for all floats, and for 5e8 doubles, on an H200 with nvcc 13.0, with -use_fast_math and without,
// and for all floats and 3e8 doubles with glibc 2.39.
const library = `
accumulate4[](auto a,auto e,auto sum,auto f){for(;a!=e;++a)sum=f(sum,*a);return sum;}
accumulate3[](auto a,auto e,auto sum){return std::accumulate(a,e,sum,std::plus<>());}
inner_product4[](auto a,auto e,auto b,auto sum){for(;a!=e;++a,++b)sum=sum+*a**b;return sum;}
inner_product6[](auto a,auto e,auto b,auto sum,auto f,auto g){for(;a!=e;++a,++b)sum=f(sum,g(*a,*b));return sum;}
reduce2[](auto a,auto e){auto sum=*a;sum=0;return std::reduce(a,e,sum);}
reduce4[](auto a,auto e,auto sum,auto f){for(;e-a>=4;a+=4){auto u=sum,v=sum;u=f(a[0],a[1]);v=f(a[2],a[3]);u=f(u,v);sum=f(sum,u);}for(;a!=e;++a)sum=f(sum,*a);return sum;}
reduce3[](auto a,auto e,auto sum){return std::reduce(a,e,sum,std::plus<>());}
transform_reduce5[](auto a,auto e,auto sum,auto f,auto g){for(;e-a>=4;a+=4){auto u=sum,v=sum;u=f(g(a[0]),g(a[1]));v=f(g(a[2]),g(a[3]));u=f(u,v);sum=f(sum,u);}for(;a!=e;++a)sum=f(sum,g(*a));return sum;}
transform_reduce6[](auto a,auto e,auto b,auto sum,auto f,auto g){for(;e-a>=4;a+=4,b+=4){auto u=sum,v=sum;u=f(g(a[0],b[0]),g(a[1],b[1]));v=f(g(a[2],b[2]),g(a[3],b[3]));u=f(u,v);sum=f(sum,u);}for(;a!=e;++a,++b)sum=f(sum,g(*a,*b));return sum;}
transform_reduce4[](auto a,auto e,auto b,auto sum){return std::transform_reduce(a,e,b,sum,std::plus<>(),std::multiplies<>());}
transform4[](auto a,auto e,auto o,auto f){for(;a!=e;++a,++o)*o=f(*a);return o;}
transform5[](auto a,auto e,auto b,auto o,auto f){for(;a!=e;++a,++b,++o)*o=f(*a,*b);return o;}
for_each3[](auto a,auto e,auto f){for(;a!=e;++a)f(*a);return f;}
partial_sum4[](auto a,auto e,auto o,auto f){auto sum=*a;for(*o=sum;++a!=e;*++o=sum)sum=f(sum,*a);return ++o;}
partial_sum3[](auto a,auto e,auto o){return std::partial_sum(a,e,o,std::plus<>());}
iota3[](auto a,auto e,auto x){for(;a!=e;++a){*a=x;++x;}}
fill3[](auto a,auto e,auto x){for(;a!=e;++a)*a=x;}
copy3[](auto a,auto e,auto o){for(;a!=e;++a,++o)*o=*a;return o;}
swap2[](auto&a,auto&b){auto x=a;a=b;b=x;}
clamp3[](auto x,auto a,auto b){return std::min(std::max(x,a),b);}
max_element2[](auto a,auto e){auto m=*a;for(;++a!=e;)if(m<*a)m=*a;return m;}
min_element2[](auto a,auto e){auto m=*a;for(;++a!=e;)if(*a<m)m=*a;return m;}
lerp3[](auto x,auto y,auto z){auto a=1?x:std::fabs(x)+std::fabs(y)+std::fabs(z),b=1?y:a,t=1?z:a;if(a<=0&&b>=0||a>=0&&b<=0)return t*b+(1-t)*a;if(t==1)return b;a=a+t*(b-a);return (t>1)==(b>x)?b<a?a:b:b>a?a:b;}
hypot3[](auto x,auto y,auto z){auto a=1?x:std::fabs(x)+std::fabs(y)+std::fabs(z),b=1?y:a,c=1?z:a;a=std::fabs(a);b=std::fabs(b);c=std::fabs(c);auto m=a<b?b<c?c:b:a<c?c:a;if(m)return m*std::sqrt((a/m)*(a/m)+(b/m)*(b/m)+(c/m)*(c/m));return m;}
sincosf3[](auto x,auto s,auto c){*s=sinf(x);*c=cosf(x);}
sincos3[](auto x,auto s,auto c){*s=sin(x);*c=cos(x);}
__sincosf3[](auto x,auto s,auto c){*s=__sinf(x);*c=__cosf(x);}
plus0[](auto a,auto b){return a+b;}
minus0[](auto a,auto b){return a-b;}
multiplies0[](auto a,auto b){return a*b;}
divides0[](auto a,auto b){return a/b;}
`

// written reads the function of the library with this name and so many arguments as what stands at the token; nil where there is none.
func (r *reader) written(name *Token, arguments int) *Tree {
	w := "\n" + r.Names[name.ID] + strconv.Itoa(arguments) + "["
	n := strings.Index(library, w)
	if n < 0 {
		return nil
	}
	if r.own == 0 {
		r.own = len(r.Text)
		r.Text += library
	}
	from := r.own + n + len(w) - 1
	in := r.part(from, from+strings.IndexByte(r.Text[from:], '\n'))
	in.macros = nil
	in.run()
	for k := range in.Tokens {
		t := &in.Tokens[k]
		t.At, t.End = name.At, name.End
	}
	r.Names = in.Names
	tokens, at, frame := r.Tokens, r.at, r.Frame
	r.Tokens, r.at, r.Frame = in.Tokens, 0, len(r.Symbols)
	f := r.lambda()
	if r.Tokens, r.at, r.Frame = tokens, at, frame; r.Err != nil {
		r.at = len(tokens) - 1
	}
	return f
}

// ofLibrary makes a call of a function of the library of one by its name, where that is read as a text.
func (r *reader) ofLibrary(n *Tree, behindStar bool) *Tree {
	if r.Err != nil {
		return n
	}
	t := n.Token
	name, whole := r.Names[t.ID], *t
	whole.End = n.End
	n.X = r.written(&whole, len(n.List))
	element := strings.HasSuffix(name, "_element")
	switch {
	case n.X == nil && (strings.Contains(library, "\n"+name+"4[") || strings.Contains(library, "\n"+name+"2[")):
		return r.bad(r.failAt(t, "this is read with both ends of a row, what it begins with and functions, as in (v.begin(), v.end(), 0.0f); write anything else as a loop"))
	case n.X == nil:
	case element && !behindStar:
		return r.failAt(t, "which element this is depends on their values: its value is read, with a * before it, as in *std::max_element(v.begin(), v.end())")
	default:
		n.Kind, n.Next, n.Std = MethodTree, operator(t, '('), element
	}
	return n
}

// object reads an object that is a function, such as std::plus<float>(); nil for other names.
func (r *reader) object(t *Token) *Tree {
	f := r.written(t, 0)
	if f == nil || r.Err != nil {
		return f
	}
	g := &Tree{}
	r.given(g)
	for _, d := range g.Given {
		f.Y, f.List[0].Type, f.List[1].Type = d, d, d
	}
	shut := byte(')')
	if r.take('{') {
		shut = '}'
	} else {
		r.expect('(', " here")
	}
	r.expect(shut, " here")
	f.Token, f.End = t, r.end()
	return f
}
